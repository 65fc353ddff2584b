import { connect, type Socket } from 'node:net'

export interface Answer {
  /** 0 where the connection ended before the answer did. */
  status: number
  body: string
}

/**
 * One person who opens a connection, asks once and keeps it open, as a phone does. Nothing but the bytes: ten
 * thousand of a full client take half as much of the processors that the server needs as the server itself. Reads
 * answers with a Content-Length, which all of the product's are.
 */
export function visit(url: URL, request: string): Promise<Answer & { socket: Socket }> {
  return new Promise(resolve => {
    const socket = connect(Number(url.port), url.hostname)
    let text = ''
    const end = (answer: Answer) => {
      socket.removeAllListeners('data')
      resolve({ ...answer, socket })
    }
    socket.setEncoding('latin1')
    socket.on('data', (piece: string) => {
      text += piece
      const head = text.indexOf('\r\n\r\n')
      const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 1))
      if (head < 0 || !length || text.length < head + 4 + Number(length[1])) return
      end({ status: Number(text.slice(9, 12)), body: text.slice(head + 4) })
    })
    socket.on('error', error => end({ status: 0, body: error.message }))
    socket.on('close', () => end({ status: 0, body: 'closed' }))
    socket.write(request)
  })
}
