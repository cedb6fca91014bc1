import { writeSync } from 'node:fs'

/** Where results and messages go. */
export interface InspectOutput {
  stdout(text: string): void
  stderr(text: string): void
}

export const processOutput: InspectOutput = {
  stdout: (text) => print(1, text),
  stderr: (text) => print(2, text),
}

/** Whole, also into a pipe that is read slowly: a write of a process that ends right after may otherwise be cut. */
function print(stream: 1 | 2, text: string): void {
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(stream, rest))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // EPIPE: the reader has seen enough. EAGAIN: a pipe that is full for the moment.
      if (code === 'EPIPE') return
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

const pieceChars = 2 ** 16

/** Many small writes as few large ones. */
export class TextOutput {
  readonly #send: (text: string) => void
  #pieces: string[] = []
  #chars = 0

  constructor(send: (text: string) => void) {
    this.#send = send
  }

  write(text: string): void {
    this.#pieces.push(text)
    this.#chars += text.length
    if (this.#chars >= pieceChars) this.flush()
  }

  flush(): void {
    if (this.#chars > 0) this.#send(this.#pieces.join(''))
    this.#pieces = []
    this.#chars = 0
  }
}
