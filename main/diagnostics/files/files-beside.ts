import fs from 'node:fs'
import { symbolsPathOf } from '../../workers/recorder/symbols-file.ts'
import { oldMarksPathOf, sidecarPathOf } from '../../workers/recorder/sidecar-file.ts'

/** What lies beside a recording and belongs to it: its marks and CPU times, and symbols of one that was cut off. */
const pathsBeside = [sidecarPathOf, oldMarksPathOf, symbolsPathOf] as const

/** Those that are there. */
export async function filesBeside(file: string): Promise<readonly string[]> {
  const paths = pathsBeside.map((pathOf) => pathOf(file))
  const there = await Promise.all(paths.map((path) => exists(path)))
  return paths.filter((_path, index) => there[index])
}

/** They follow a file that was moved. One that cannot stays where it is: it says nothing without its recording. */
export async function moveFilesBeside(from: string, to: string): Promise<void> {
  await Promise.all(pathsBeside.map((pathOf) => moveToFreeName(pathOf(from), pathOf(to)).catch(() => undefined)))
}

/** Rejects with `EEXIST` rather than write over a file. */
export async function moveToFreeName(from: string, to: string): Promise<void> {
  if (await exists(to)) throw Object.assign(new Error(`${to} is there already`), { code: 'EEXIST' })
  await fs.promises.rename(from, to)
}

export async function exists(file: string): Promise<boolean> {
  try {
    await fs.promises.lstat(file)
    return true
  } catch {
    // ENOENT; what cannot be looked at cannot be moved either.
    return false
  }
}
