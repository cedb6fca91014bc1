import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { bundleWorker } from '../../workers/testing/bundle-worker.ts'

export interface CaseEnd {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunningCase {
  readonly child: ChildProcess
  readonly whenEnded: Promise<CaseEnd>
  /** Resolves when it has said that. */
  whenSaid(text: string): Promise<void>
}

/** The command as a process of its own, as scripts run it: it can be stopped and killed. */
export interface CaseRunner {
  readonly folder: string
  /** Path of a folder that is not there yet, another one each time. */
  outFolder(): string
  start(args: readonly string[]): RunningCase
  /** See flight-case.ts. */
  startWithFlight(pid: number, out: string): RunningCase
  run(args: readonly string[]): Promise<CaseEnd>
  dispose(): void
}

const entries = ['case', 'flight-case', 'case-files', 'recorder', 'recording-watch', 'foreign'] as const
const programs = {
  case: `require(process.argv[1]).runCase(process.argv.slice(2), { version: '0.0.0' }).then((code) => process.exit(code))`,
  'flight-case': `require(process.argv[1]).runFlightCase(process.argv.slice(2))`,
} as const

export async function caseRunner(): Promise<CaseRunner> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-case-'))
  const out = path.join(folder, 'program')
  // oxlint-disable-next-line no-await-in-loop -- they share a folder
  for (const entry of entries) await bundleWorker(entry, out)
  const start = (program: keyof typeof programs, args: readonly string[]): RunningCase => {
    const child = spawn(process.execPath, ['-e', programs[program], path.join(out, `${program}.cjs`), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DISPLAY: undefined, NODE_PATH: path.resolve('node_modules') },
    })
    let stdout = ''
    let stderr = ''
    const listeners = new Set<() => void>()
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
      for (const listener of listeners) listener()
    })
    const whenEnded = new Promise<CaseEnd>((resolve) => {
      child.once('close', (exitCode) => resolve({ exitCode, stdout, stderr }))
    })
    return {
      child,
      whenEnded,
      whenSaid: (text) =>
        new Promise((resolve, reject) => {
          const look = (): void => {
            if (stderr.includes(text)) resolve()
          }
          listeners.add(look)
          look()
          void whenEnded.then(() => reject(new Error(`ended without saying "${text}": ${stderr}`)))
        }),
    }
  }
  let count = 0
  return {
    folder,
    outFolder: () => path.join(folder, `out-${++count}`),
    start: (args) => start('case', args),
    startWithFlight: (pid, folderOfRun) => start('flight-case', [`${pid}`, folderOfRun]),
    run: (args) => start('case', args).whenEnded,
    dispose: () => fs.rmSync(folder, { recursive: true, force: true }),
  }
}

/** A short checklist, so that tests need not wait for a real one. */
export function shortChecklist(folder: string, traceSeconds: number, id = 'short'): string {
  const file = path.join(folder, `${id}-${traceSeconds}.json`)
  const checklist = {
    kind: 'pipescope-checklist',
    version: 1,
    id,
    title: 'Short',
    text: 'For tests',
    limitSeconds: 200,
    steps: [
      { kind: 'counters', seconds: 3 },
      { kind: 'stacks', count: 2, secondsApart: 1 },
      { kind: 'trace', seconds: traceSeconds, items: ['samples', 'names', 'gc', 'exceptions', 'runtime-counters'] },
      { kind: 'logs' },
      { kind: 'heap-graph' },
      { kind: 'dump', type: 'mini' },
    ],
    questions: ['When?'],
  }
  fs.writeFileSync(file, JSON.stringify(checklist))
  return file
}

/** Arguments for a case of a process by that checklist. */
export function shortCase(
  { folder }: CaseRunner,
  pid: number,
  out: string,
  traceSeconds: number,
  ...more: readonly string[]
): readonly string[] {
  const checklist = shortChecklist(folder, traceSeconds)
  return ['--pid', `${pid}`, '--checklist', checklist, '--out', out, ...more]
}

export function zipsIn(folder: string): readonly string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.zip')) : []
}
