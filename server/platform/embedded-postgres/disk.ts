import { statfs } from 'node:fs/promises'

/** Space in bytes that backups and copies leave free, because a full disk would stop a database on it. */
export const minFreeBytes = 256 * 1024 * 1024

/** Space in bytes that ordinary users can use on the folder's disk. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** On a disk smaller than this, WAL of the usual size would take most of the space. */
const smallDiskBytes = 1e9

/** Whether the folder's disk is so small that the WAL must stay small. */
export async function isOnSmallDisk(folder: string): Promise<boolean> {
  const { blocks, bsize } = await statfs(folder)
  return blocks * bsize < smallDiskBytes
}
