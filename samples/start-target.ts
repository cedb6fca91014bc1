import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { givesWayAsSession, giveWayToTests } from './give-way.ts'
import { removeAtExit } from './socket-of.ts'
import { buildSample, hasDotnetSdk, SampleBuildError, type SampleVariant } from './build.mjs'

export { buildSample, buildService, buildStartupHook, variants } from './build.mjs'
export { buildProfiler, profilerClsid } from './build-profiler.mjs'
export type { SampleVariant } from './build.mjs'

/** What a target prints about itself when every mode runs. */
export interface SampleFacts {
  readonly pid: number
  readonly modes: readonly string[]
  readonly meters?: readonly string[]
  readonly instruments?: readonly {
    readonly meter: string
    readonly name: string
    readonly type: string
    readonly unit: string
  }[]
  readonly eventSource?: string
  readonly eventCounters?: readonly string[]
  readonly childPid?: number
  readonly heap?: readonly PlantedType[]
  /** Of the mode `cache`: what keeps what alive. */
  readonly leak?: {
    readonly owner: string
    readonly field: string
    readonly kept: string
    readonly publisher: string
    readonly subscriber: string
  }
  /** Of the mode `web`: the answers to be found. */
  readonly web?: {
    readonly path: string
    readonly command: string
    readonly category: string
    readonly message: string
  }
}

/** A type of the mode `heap` (samples/targets/PlantedHeap.cs). */
export interface PlantedType {
  readonly name: string
  readonly count: number
  readonly shallowBytes: number
  readonly retainedBytes: number
  /** A kind of roots or the name of a static field; empty: not told. */
  readonly heldBy: string
  /** Where all of its bytes are, as `heapGenerations` has it; empty: anywhere. */
  readonly generation: string
}

export interface StartTargetOptions {
  /** Default: `net10`. */
  readonly variant?: SampleVariant
  /** Another copy of the program, for tests that change what lies beside it. */
  readonly program?: string
  /** Modes and switches of samples/targets/Program.cs, e.g. `['meters', '--series=500']`. */
  readonly args: readonly string[]
  /** Added to our own environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** A runtime that waits for a resume at start-up never gets to its ready line. Default: true. */
  readonly waitsForReady?: boolean
  readonly cwd?: string
  /** Another user, when the test runs as root; `program` must be where that user can run it. */
  readonly user?: { readonly userId: number; readonly groupId: number }
}

export interface TargetEnd {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
}

/** A running sample; ends with `dispose`, or with the process that started it (killed with it, or its stdin closes). */
export interface SampleTarget {
  /** Of the process that was started; the same as `facts.pid` outside pid namespaces. */
  readonly pid: number
  /** Throws when the target was started without waiting for it. */
  readonly facts: SampleFacts
  readonly child: ChildProcess
  /** Lines printed so far, the ready line included. */
  readonly lines: readonly string[]
  /** `exit N`, `crash`, `gc`, `grow N` or `env NAME`. */
  send(line: string): void
  whenEnded: Promise<TargetEnd>
  /** Kills it and waits for its end. Idempotent. */
  dispose(): Promise<void>
}

/** Part of util-linux: lets the kernel kill a program when the process that started it ends. */
const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => existsSync(file)) ?? null

/**
 * The end of stdin is read by managed code: a target that is suspended, stopped or locked up never gets there. What is started
 * this way ends with the process that started it however that ends; it is replaced by the program, so the process id is the same.
 */
function endingWithParent(
  program: string,
  words: readonly string[],
  user: StartTargetOptions['user'],
): readonly [string, readonly string[]] {
  if (process.platform !== 'linux' || setpriv === null) return [program, words]
  const as = user === undefined ? [] : [`--reuid=${user.userId}`, `--regid=${user.groupId}`, '--clear-groups']
  return [setpriv, [...as, '--pdeathsig', 'KILL', '--', program, ...words]]
}

let sdkAnswer: boolean | null = null

/** For `describe.skipIf(!canBuildSamples())`; asks `dotnet` once per test process. */
export function canBuildSamples(): boolean {
  sdkAnswer ??= hasDotnetSdk()
  return sdkAnswer
}

/**
 * Which runtimes the live tests run against: `PIPESCOPE_SAMPLE_RUNTIMES` as a list or `all`; without it the one of the
 * SDK and .NET Core 3.1 (the one that knows no Process command).
 */
export function wantedVariants(): readonly SampleVariant[] {
  const wanted = process.env['PIPESCOPE_SAMPLE_RUNTIMES'] ?? 'net10,net31'
  if (wanted === 'all') return ['net10', 'net10sc', 'net9', 'net8', 'net31', 'aot10', 'aot9', 'aot8']
  return wanted.split(',') as SampleVariant[]
}

/** Null when this variant cannot be built here (packs or compiler not reachable): the test then skips itself by name. */
export function tryBuild(variant: SampleVariant): string | null {
  try {
    return buildSample(variant)
  } catch (error) {
    if (error instanceof SampleBuildError) return null
    throw error
  }
}

/** Builds (once) and starts a target; resolves at its ready line. Rejects when it ends before or takes over 20 s. */
export async function startTarget(options: StartTargetOptions): Promise<SampleTarget> {
  const program = options.program ?? buildSample(options.variant ?? 'net10')
  const [command, words] = endingWithParent(program, ['--stdin', ...options.args], options.user)
  const env: NodeJS.ProcessEnv = { ...process.env, DOTNET_NOLOGO: '1', ...options.env }
  const child = spawn(command, words, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env,
    detached: givesWayAsSession(options.args),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  })
  if (child.pid !== undefined) removeAtExit(child.pid, env['TMPDIR'] || '/tmp')
  const lines: string[] = []
  let errorText = ''
  let facts: SampleFacts | null = null
  const whenEnded = new Promise<TargetEnd>((resolve) => {
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal }))
  })
  const whenReady = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      if (!line.startsWith('ready ')) return
      facts = JSON.parse(line.slice('ready '.length)) as SampleFacts
      resolve()
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errorText = (errorText + text).slice(-4000)))
    child.once('error', reject)
    void whenEnded.then((end) =>
      reject(new Error(`target ended before it was ready: ${JSON.stringify(end)} ${errorText}`)),
    )
  })
  // The pipe breaks when the target is killed; its end is what counts.
  child.stdin.on('error', () => undefined)
  const target: SampleTarget = {
    pid: child.pid ?? -1,
    get facts() {
      if (facts === null) throw new Error('the target has not printed its ready line yet')
      return facts
    },
    child,
    lines,
    send: (line) => child.stdin.write(`${line}\n`),
    whenEnded,
    async dispose() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await whenEnded
    },
  }
  if (options.waitsForReady === false) {
    whenReady.catch(() => undefined)
    return target
  }
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`target not ready after 60 s ${errorText}`)), 60_000)
  })
  try {
    await Promise.race([whenReady, tooLate])
    giveWayToTests(target.pid)
    return target
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** A copy of a built target in a folder of the caller, whose files may be changed. Big ones (about 75 MB). */
export function copyTarget(variant: SampleVariant, folder: string): string {
  const program = buildSample(variant)
  fs.cpSync(path.dirname(program), folder, { recursive: true })
  return path.join(folder, path.basename(program))
}
