import path from 'node:path'
import { isForeignThere } from '../../foreign/foreign-files.ts'
import { partPath } from '../../workers/case/zip-files.ts'

const mostParts = 1000

/** The parts of a package in their order; the `.zip` is the last one, and usually the only one. */
export async function packageParts(zipPath: string): Promise<readonly string[]> {
  const parts: string[] = []
  if (path.extname(zipPath) === '.zip')
    for (let index = 0; index < mostParts; index++) {
      const part = partPath(zipPath, index, false)
      // oxlint-disable-next-line no-await-in-loop -- until one is missing
      if ((await isForeignThere(part)) !== true) break
      parts.push(part)
    }
  return [...parts, zipPath]
}
