import path from 'node:path'
import { ok } from '../../../shared/base/result.ts'
import { parseForeignJson } from '../../foreign/foreign-files.ts'
import { farBlockBytes } from '../../machines/far-file-script.ts'
import { FarFiles, noProcess } from '../../machines/far-files.ts'
import type { FarPlace } from '../../machines/far-launch.ts'
import type { SessionLink } from '../../machines/far-session.ts'
import { configPathOf, versionIn } from './program-version.ts'

/** Of the file: real ones have some hundred bytes. */
const maxConfigBlocks = 4

/** As `programVersion` says for a program of this machine. Null also when that machine does not let the file be read: it says so when the program starts. */
export async function farProgramVersion(
  link: SessionLink,
  machine: string,
  { folder, program }: FarPlace,
  args: readonly string[],
): Promise<string | null> {
  const file = configPathOf(program, args, folder, path.posix)
  if (file === null) return null
  const read = await FarFiles.use(link, machine, async (files) => {
    const looked = await files.look(noProcess, file)
    if (!looked.ok || looked.value === null || looked.value === 'unreadable') return ok(null)
    return looked.value.sizeBytes > maxConfigBlocks * farBlockBytes ? ok(null) : files.read(0, maxConfigBlocks)
  })
  const json = read.ok && read.value !== null ? parseForeignJson(read.value.toString('utf8')) : null
  return json?.ok === true ? versionIn(json.value) : null
}
