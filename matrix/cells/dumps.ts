import fs from 'node:fs'
import path from 'node:path'
import { generateCoreDump } from '../../main/diagnostics/client-actions.ts'
import { ask } from '../../main/diagnostics/client.ts'
import { checkDump, type DumpPlan } from '../../main/diagnostics/dumps/preflight.ts'
import { readDumpFacts } from '../../main/diagnostics/dumps/verify-dump.ts'
import { readTargetView } from '../../main/os/target-view.ts'
import { dumpPathText, encodeGenerateCoreDump, type DumpRequest, type DumpType } from '../../main/protocol/encode.ts'
import { copyTarget } from '../../samples/start-target.ts'
import { factsOf, rawFacts, word, type Bench, type Row } from '../cell.ts'
import { isWindows, nowhere } from '../where.ts'

/** Dumps: what each version of the command answers, and what is in the file afterwards. */

async function verified(file: string): Promise<string> {
  if (!fs.existsSync(file)) return 'OK, no file'
  const facts = await readDumpFacts(file)
  if (!facts.ok) return `OK, ${facts.error.kind}`
  const { format, isComplete } = facts.value
  const own = { 'elf-core': 'core', 'macho-core': 'Mach-O core', minidump: 'minidump', unknown: 'unknown file' }[format]
  return `OK, ${isComplete ? 'complete' : 'cut'} ${own}`
}

async function dump(
  bench: Bench,
  version: 1 | 2 | 3,
  request: Partial<DumpRequest> & { path: string },
): Promise<string> {
  const facts = { ...rawFacts(bench) }
  const text = dumpPathText(request.path, isWindows ? 'Windows' : 'Linux')
  const encoded = encodeGenerateCoreDump({ type: 'mini', flags: 0, ...request, path: text }, version, facts)
  if (!encoded.ok) return word(encoded)
  const answered = await ask(bench.endpoint, encoded.value, { answerTimeoutMs: 150_000 })
  if (answered.ok) return await verified(request.path)
  const hasText = answered.error.kind === 'runtime-error' && (answered.error.text ?? '') !== ''
  return hasText ? `${word(answered)}, told why` : word(answered)
}

function version(number: 1 | 2 | 3): Row {
  return {
    name: `GenerateCoreDump${number === 1 ? '' : number}, mini`,
    target: 'own',
    run: (bench) => dump(bench, number, { path: path.join(bench.folder, 'd') }),
  }
}

async function sizes(bench: Bench): Promise<string> {
  const found: number[] = []
  for (const type of ['mini', 'triage', 'heap', 'full'] as const satisfies readonly DumpType[]) {
    const file = path.join(bench.folder, type)
    const taken = await generateCoreDump(
      { endpoint: bench.endpoint, facts: factsOf(bench) },
      { path: file, type, flags: 0 },
    )
    if (!taken.ok) return word(taken)
    const outcome = await verified(file)
    if (!/^OK, complete (core|minidump|Mach-O core)$/.test(outcome)) return `${type}: ${outcome}`
    found.push(fs.statSync(file).size)
  }
  const [mini = 0, triage = 0, heap = 0, full = 0] = found
  const isAsKnown = Math.abs(mini - triage) < mini * 0.3 && mini < heap / 4 && heap < full
  return isAsKnown ? 'OK, mini = triage < heap < full' : `OK, ${found.join(' ')} bytes`
}

async function report(bench: Bench, flags: number): Promise<string> {
  const file = path.join(bench.folder, 'd')
  const answer = await dump(bench, 3, { path: file, flags })
  return fs.existsSync(`${file}.crashreport.json`) ? `${answer}, report` : answer
}

function refusal(name: string, plan: (bench: Bench) => DumpPlan): Row {
  return {
    name,
    target: 'shared',
    // The preflight asks the target nothing at all: whatever it finds, not one byte is sent.
    run: (bench) => blocked(bench, bench.target.pid, plan(bench)),
  }
}

async function blocked(bench: Bench, pid: number, plan: DumpPlan): Promise<string> {
  const input = { facts: factsOf(bench), view: readTargetView(pid), isStopped: false, isSameUser: true, userName: null }
  const kinds = (await checkDump(plan, input)).blockers.map(({ kind }) => kind)
  return kinds.length > 0 ? `refused: ${kinds.join(', ')}` : 'would be sent'
}

const plan = (file: string): DumpPlan => ({ path: file, type: 'mini', mayOverwrite: false, isReportOnly: false })

/** On a copy whose createdump may be changed. */
async function withoutCreatedump(bench: Bench, change: (createdump: string) => void): Promise<string> {
  const program = copyTarget(bench.variant, path.join(bench.folder, 'copy'))
  const target = await bench.start({ program, args: ['idle'] })
  change(path.join(path.dirname(program), 'createdump'))
  return blocked(bench, target.pid, plan(path.join(bench.folder, 'd')))
}

export const dumpRows: readonly Row[] = [
  version(1),
  version(2),
  version(3),
  { name: 'the four types of dumps', target: 'own', run: sizes },
  { name: 'GenerateCoreDump3, with a crash report', target: 'own', run: (bench) => report(bench, 4) },
  { name: 'GenerateCoreDump3, a crash report alone', target: 'own', run: (bench) => report(bench, 8) },
  {
    name: 'GenerateCoreDump, path with % and blanks',
    target: 'own',
    run: (bench) => dump(bench, 1, { path: path.join(bench.folder, isWindows ? '100% größe' : '100% %p %s größe') }),
  },
  {
    name: 'GenerateCoreDump3, folder missing',
    target: 'own',
    run: (bench) => dump(bench, bench.variant === 'net31' ? 1 : 3, { path: nowhere('at') }),
  },
  refusal('dump into a missing folder', () => plan(nowhere('at'))),
  refusal('dump over a file that exists', (bench) => {
    const file = path.join(bench.folder, 'there')
    fs.writeFileSync(file, 'x')
    return plan(file)
  }),
  {
    name: 'dump, createdump not executable',
    target: 'none',
    isLinuxOnly: true,
    run: (bench) => withoutCreatedump(bench, (createdump) => fs.chmodSync(createdump, 0o644)),
  },
  {
    name: 'dump, createdump missing',
    target: 'none',
    isLinuxOnly: true,
    run: (bench) => withoutCreatedump(bench, (createdump) => fs.renameSync(createdump, `${createdump}.gone`)),
  },
]
