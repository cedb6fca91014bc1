import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { tryBuildOracle } from '../../samples/run-oracle.ts'

export interface TraceEventPass {
  readonly events: number
  readonly seconds: number
}

/** TraceEvent with a callback for every event, in a process that stays and does one pass each time it is asked. */
export class TraceEventPasses implements Disposable {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #lines: AsyncIterator<string>

  private constructor(program: string, file: string) {
    this.#child = spawn(program, ['--passes', file])
    this.#child.stderr.resume()
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  /** Null when the program cannot be built here. */
  static start(file: string): TraceEventPasses | null {
    const program = tryBuildOracle()
    return program === null ? null : new TraceEventPasses(program, file)
  }

  async pass(): Promise<TraceEventPass> {
    this.#child.stdin.write('pass\n')
    const line = await this.#lines.next()
    if (line.done === true) throw new Error('the oracle has ended')
    return JSON.parse(line.value) as TraceEventPass
  }

  [Symbol.dispose](): void {
    this.#child.stdin.end()
    this.#child.kill()
  }
}

/** Wall seconds of one pass in a fresh process, start to end. */
export function coldTraceEventSeconds(file: string): Promise<number | null> {
  const program = tryBuildOracle()
  return program === null
    ? Promise.resolve(null)
    : wallSecondsOf(program, ['--speed', file, '1']).then(({ seconds }) => seconds)
}

export async function wallSecondsOf(
  program: string,
  args: readonly string[],
): Promise<{ readonly seconds: number; readonly output: string }> {
  // Certificates for programs that use the network: Node reads them at every start.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  const start = process.hrtime.bigint()
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}`)
  return { seconds: Number(process.hrtime.bigint() - start) / 1e9, output }
}
