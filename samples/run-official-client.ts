import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { publish, SampleBuildError } from './build.mjs'
import { canBuildSamples } from './start-target.ts'

const run = promisify(execFile)

/** Path of `samples/official-client`, built; null when it cannot be built here. */
export function tryBuildOfficialClient(): string | null {
  if (!canBuildSamples()) return null
  try {
    const folder = publish({ project: path.join(import.meta.dirname, 'official-client'), name: 'official-client' })
    return path.join(folder, process.platform === 'win32' ? 'Pipescope.OfficialClient.exe' : 'Pipescope.OfficialClient')
  } catch (error) {
    if (error instanceof SampleBuildError) return null
    throw error
  }
}

/** What Microsoft's client library understood of the process. */
export async function askOfficialClient(program: string, pid: number, seconds: number): Promise<unknown> {
  const { stdout } = await run(program, [String(pid), String(seconds)])
  return JSON.parse(stdout)
}

export interface OfficialStacks {
  /** Names of the frames, leaf first, with their parameters; by thread id of the operating system. */
  readonly framesOf: ReadonlyMap<number, readonly string[]>
  /** In the program, from the first request to the named stacks. */
  readonly tookMs: number
}

/** The stacks of all managed threads of a process, as Microsoft's client and reader see them. */
export async function askOfficialStacks(program: string, pid: number): Promise<OfficialStacks> {
  const { stdout } = await run(program, ['--stacks', String(pid)])
  const lines = stdout.split('\n').filter((line) => line !== '')
  const tookMs = Number((lines.pop() ?? '').replace('# ', ''))
  const framesOf = new Map(
    lines.map((line) => {
      const [thread = '', frames = ''] = line.split('\t')
      return [Number(thread), frames.split('|')] as const
    }),
  )
  return { framesOf, tookMs }
}
