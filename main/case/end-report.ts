import { err, ok, type Result } from '../../shared/base/result.ts'
import { readForeignText } from '../foreign/foreign-files.ts'
import { callerPath } from '../inspect/caller-path.ts'
import type { VerifyReport } from '../workers/case/case-protocol.ts'

const maxPasswordBytes = 4096

/** The first line of the file; null without a file. Or a sentence for people. */
export async function readPassword(file: string | null): Promise<Result<string | null, string>> {
  if (file === null) return ok(null)
  const read = await readForeignText(callerPath(file), maxPasswordBytes)
  if (!read.ok) return err(`Couldn't read the password file ${file} (${read.error.kind}).`)
  const [line = ''] = read.value.split(/\r?\n/)
  return line === '' ? err(`The password file ${file} has no first line.`) : ok(line)
}

/** For people. */
export function endReport({ isVerified, faults, files }: VerifyReport): string {
  const rows = files.map(({ name, openedAs, fault, knownFault }) => {
    const what = `${name} (${openedAs})`
    if (fault !== null) return `FAILED   ${what}: ${fault}\n`
    return knownFault === null ? `ok       ${what}\n` : `damaged  ${what}: ${knownFault}, as the case says\n`
  })
  const whole = faults.map((fault) => `FAILED   ${fault}\n`)
  return [...rows, ...whole, isVerified ? verifiedText(files) : 'Not verified.\n'].join('')
}

function verifiedText(files: VerifyReport['files']): string {
  const damagedCount = files.filter(({ knownFault }) => knownFault !== null).length
  return damagedCount === 0
    ? `Verified: ${files.length} files open and have the listed hashes.\n`
    : `Verified: all files have the listed hashes, ${damagedCount} can't be opened, as the case says.\n`
}
