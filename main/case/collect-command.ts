import path from 'node:path'
import * as v from 'valibot'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { type Checklist, checklistSchema } from '../../shared/case/checklist.ts'
import { checklistById, checklists } from '../../shared/case/checklists.ts'
import { type CaseStep, isFine } from '../../shared/case/case-document.ts'
import { CaseCollector } from '../diagnostics/cases/collect/case-collector.ts'
import { createCollection } from '../diagnostics/cases/collect/create-collection.ts'
import { caseName } from '../diagnostics/cases/case-names.ts'
import { limitCollection } from '../diagnostics/cases/collect/collect-limit.ts'
import { errorText, stateWords } from '../diagnostics/cases/case-words.ts'
import { readForeignJson, readForeignText } from '../foreign/foreign-files.ts'
import { callerPath } from '../inspect/caller-path.ts'
import type { CaseProgram } from './case-program.ts'
import type { CaseCommand } from './case-options.ts'
import { readPassword } from './end-report.ts'
import { findProcess } from './find-process.ts'
import { freeZipPath, packAndReport } from './pack-command.ts'
import { stopSignals } from './stop-signals.ts'

const maxTextBytes = 1024 * 1024

/** From the command line to the package. */
export async function collect(
  command: CaseCommand & { readonly kind: 'collect' },
  program: CaseProgram,
): Promise<number> {
  const { io } = program
  const wrong = (sentence: string): number => {
    io.stderr(`${sentence}\n`)
    return 64
  }
  const checklist = await checklistOf(command.checklist)
  if (!checklist.ok) return wrong(checklist.error)
  const password = await readPassword(command.passwordFile)
  if (!password.ok) return wrong(password.error)
  const notes =
    command.notesFile === null ? ok(null) : await readForeignText(callerPath(command.notesFile), maxTextBytes)
  if (!notes.ok) return wrong(`Couldn't read ${command.notesFile ?? ''} (${notes.error.kind}).`)

  const stop = new AbortController()
  const endLimit = limitCollection(checklist.value, stop)
  const signals = stopSignals(stop, io)
  try {
    const rows = await Promise.all(command.pids.map((pid) => findProcess(program.directory, pid, stop.signal)))
    const missing = rows.find((row) => !row.ok)
    if (missing?.ok === false) {
      io.stderr(`${missing.error}\n`)
      return 1
    }
    const found = rows.flatMap((row) => (row.ok ? [row.value] : []))
    const out = callerPath(command.out)
    const name = caseName(command.ticket, found[0]?.name ?? '', program.now())
    const zipPath = await freeZipPath(out, name)
    const folder = await createCollection(zipPath, {
      createdMs: program.now(),
      ticket: command.ticket,
      notes: notes.value,
      checklist: checklist.value,
      wantsLogs: command.wantsLogs,
      wantsHeap: command.wantsHeap,
      resumes: command.resumes,
      dump: command.dump,
      rows: found,
      added: command.added.map(callerPath),
      words: program.words,
    })
    if (!folder.ok) {
      io.stderr(`Couldn't write to ${out}: ${errorText(folder.error)}\n`)
      return 1
    }
    const watch = { signal: stop.signal, onSteps: stepPrinter(program) }
    await new CaseCollector(program, folder.value, watch).run()
    return await packAndReport(program, folder.value, { ...command, zipPath, password: password.value })
  } finally {
    endLimit()
    signals.dispose()
  }
}

async function checklistOf(given: string): Promise<Result<Checklist, string>> {
  const known = checklistById(given)
  if (known !== null) return ok(known)
  const names = checklists.map(({ id }) => id).join(', ')
  if (path.extname(given) !== '.json') return err(`There is no checklist "${given}": ${names}, or a file.`)
  const read = await readForeignJson(callerPath(given), maxTextBytes)
  if (!read.ok) return err(`Couldn't read the checklist ${given} (${read.error.kind}).`)
  const parsed = v.safeParse(checklistSchema, read.value)
  if (parsed.success) return ok(parsed.output)
  const [issue] = parsed.issues
  return err(`${given} is not a checklist: ${v.getDotPath(issue) ?? ''} ${issue.message}`)
}

/** A line for each step that begins or ends. */
function stepPrinter({ io, log }: CaseProgram): (steps: readonly CaseStep[]) => void {
  const printed = new Map<string, string>()
  return (steps) => {
    for (const { kind, process, title, state, reason } of steps) {
      const key = `${kind} ${process}`
      if (printed.get(key) === state || state === 'waiting' || state === 'not-requested') continue
      printed.set(key, state)
      log.info('case-step', { kind, process, state })
      const why = reason === null || isFine(state) ? '' : `: ${reason}`
      io.stderr(`  ${title.padEnd(22)} ${stateWords[state]}${why}\n`)
    }
  }
}
