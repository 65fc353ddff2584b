import { statfs } from 'node:fs/promises'

/** What is free for ordinary users on the disk that a folder lies on, in bytes. */
export async function readRoom(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** On a disk smaller than this, in bytes, a log of the usual size would take most of what there is. */
const small = 1e9

/** Whether the disk that a folder lies on is so small that PostgreSQL's log has to be kept small. */
export async function isOnSmallDisk(folder: string): Promise<boolean> {
  const { blocks, bsize } = await statfs(folder)
  return blocks * bsize < small
}
