import fs from 'node:fs'
import path from 'node:path'
import { symbolsPathOf } from '../../../workers/recorder/symbols-file.ts'
import { assembleFolders, isFlightFolder } from '../../recordings/flight/restore-flight.ts'
import type { CaseFolder } from '../case-folder.ts'
import type { NotedFlight } from '../elsewhere.ts'
import { flightFile } from './flight-step.ts'
import type { FoundFile, OpenStep } from './recovered-files.ts'

/**
 * What the flight recorder held that a killed run was saving, as a file of the case: the pieces stay where they are, for the recorder's own
 * recovery. Nothing where they are gone.
 */
export async function recoverFlight(
  watchPath: string,
  folder: CaseFolder,
  { process, place }: OpenStep,
): Promise<readonly FoundFile[]> {
  const noted = folder.collection.elsewhere.find(
    (one): one is NotedFlight => one.step === 'flight' && one.process === process,
  )
  const all = noted?.folders ?? []
  const areThere = await Promise.all(all.map(isFlightFolder))
  const folders = all.filter((_folder, index) => areThere[index])
  if (folders.length === 0) return []
  const to = path.join(folder.path, place, flightFile.name)
  // Of an earlier recovery that was killed.
  await fs.promises.rm(to, { force: true })
  if (!(await assembleFolders(watchPath, folders, to))) return []
  for (const one of folders.toReversed())
    // oxlint-disable-next-line no-await-in-loop -- the first that is there
    if (await isCopied(symbolsPathOf(one), symbolsPathOf(to)))
      return [
        flightFile,
        { ...flightFile, name: symbolsPathOf(flightFile.name), title: 'Symbols of the flight recording' },
      ]
  return [flightFile]
}

async function isCopied(from: string, to: string): Promise<boolean> {
  try {
    await fs.promises.copyFile(from, to)
    return true
  } catch {
    // ENOENT nearly always: no side session had brought names.
    return false
  }
}
