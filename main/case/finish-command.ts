import path from 'node:path'
import { CaseFolder } from '../diagnostics/cases/case-folder.ts'
import { caseName } from '../diagnostics/cases/case-names.ts'
import { removeHalves } from '../diagnostics/cases/export-case.ts'
import { recoverCollection } from '../diagnostics/cases/collect/recover-collection.ts'
import { errorText } from '../diagnostics/cases/case-words.ts'
import { callerPath } from '../inspect/caller-path.ts'
import type { CaseCommand } from './case-options.ts'
import type { CaseProgram } from './case-program.ts'
import { readPassword } from './end-report.ts'
import { freeZipPath, packAndReport } from './pack-command.ts'

/** Packs what a run collected that could not pack it itself. */
export async function finish(
  command: CaseCommand & { readonly kind: 'finish' },
  program: CaseProgram,
): Promise<number> {
  const { io } = program
  const password = await readPassword(command.passwordFile)
  if (!password.ok) {
    io.stderr(`${password.error}\n`)
    return 64
  }
  const place = callerPath(command.folder)
  const folder = await CaseFolder.open(place)
  if (!folder.ok) {
    io.stderr(`Couldn't open ${place}: ${errorText(folder.error)}\n`)
    return 1
  }
  // The run that was killed may have been packing.
  await removeHalves(place.replace(/\.collecting$/, '.zip'))
  await recoverCollection(folder.value, program)
  const { ticket, processes, createdMs } = folder.value.collection
  const out = command.out === null ? path.dirname(place) : callerPath(command.out)
  const zipPath = await finishedZipPath(out, caseName(ticket, processes[0]?.name ?? '', createdMs))
  return packAndReport(program, folder.value, { ...command, zipPath, password: password.value })
}

/** Its own folder has the name already. */
async function finishedZipPath(out: string, name: string): Promise<string> {
  return freeZipPath(out, `${name}_finished`)
}
