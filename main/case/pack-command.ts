import fs from 'node:fs'
import path from 'node:path'
import { type CaseFolder } from '../diagnostics/cases/case-folder.ts'
import { exportCase, removeCollected } from '../diagnostics/cases/export-case.ts'
import { errorText } from '../diagnostics/cases/case-words.ts'
import { isForeignThere } from '../foreign/foreign-files.ts'
import type { CaseProgram } from './case-program.ts'
import type { PackChoice } from './case-options.ts'

/** Nothing is overwritten: a name that is taken gets a number. */
export async function freeZipPath(out: string, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const base = path.join(out, number === 1 ? name : `${name}-${number}`)
    // oxlint-disable-next-line no-await-in-loop -- the first that is free
    const taken = await Promise.all([`${base}.zip`, `${base}.collecting`].map(isForeignThere))
    if (!taken.includes(true)) return `${base}.zip`
  }
}

/** What was collected as a package; without one it stays where it is. */
export async function packAndReport(
  program: CaseProgram,
  folder: CaseFolder,
  {
    privacy,
    password,
    partBytes,
    zipPath,
  }: PackChoice & { readonly password: string | null; readonly zipPath: string },
): Promise<number> {
  const { io } = program
  await fs.promises.mkdir(path.dirname(zipPath), { recursive: true })
  const exported = await exportCase(program, folder, {
    zipPath,
    privacy,
    password,
    partBytes,
    onPhase: (phase) => io.stderr(`  ${phase.slice(0, 1).toUpperCase()}${phase.slice(1)}\n`),
  })
  if (!exported.ok) {
    io.stderr(`Couldn't write the package: ${errorText(exported.error)}\n`)
    io.stderr(`What was collected is kept, unmasked, in ${folder.path}\n`)
    io.stderr(`Pack it with: npm run -s case -- --finish '${folder.path}' --out FOLDER\n`)
    return 1
  }
  const { document, paths } = exported.value
  const isWhole = document.files.length > 0 && !isAnythingLost(exported.value.document)
  if (isWhole) await removeCollected(folder)
  else io.stderr(`Some of it could not be packed and is kept, unmasked, in ${folder.path}\n`)
  io.stderr(`${paths.length === 1 ? 'Package' : 'Packages'} verified (${document.verdict})\n`)
  io.stdout(`${paths.join('\n')}\n`)
  return document.verdict === 'complete' ? 0 : 2

  function isAnythingLost({ files }: { readonly files: readonly { readonly name: string }[] }): boolean {
    return folder.collection.files.some(({ name }) => !files.some((file) => file.name === name))
  }
}
