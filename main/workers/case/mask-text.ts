import fs from 'node:fs'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { readFileInSteps } from '../trace/read-file.ts'
import { CasePrivacy } from './case-privacy.ts'
import type { CaseQuestions } from './case-protocol.ts'
import { ioError } from '../../os/io-error.ts'

type Question = CaseQuestions['mask-text']

/** A value of JSON is in memory as a whole; what is longer was not made by a case. */
const maxJsonBytes = 256 * 1024 * 1024
/** A line without an end is cut into pieces of this length. */
const maxLineChars = 1024 * 1024

/** Writes the copy as a new file; nothing is left of one that could not be finished. */
export async function maskText(asked: Question['asks']): Promise<Result<Question['gets'], AppError>> {
  const { from, to, form } = asked
  const privacy = new CasePrivacy(asked.privacy)
  let fd: number | null = null
  let isWhole = false
  try {
    fd = fs.openSync(to, 'wx', 0o600)
    const target = fd
    const write = (text: string): void => fs.writeFileSync(target, text)
    const read =
      form === 'json' ? await maskJson(from, privacy, write) : await maskLines(from, lineMask(form, privacy), write)
    if (!read.ok) return read
    fs.fsyncSync(fd)
    isWhole = true
    return ok({ sizeBytes: fs.fstatSync(fd).size, counts: privacy.counts() })
  } catch (error) {
    return err(ioError(error, 'write', to))
  } finally {
    if (fd !== null) fs.closeSync(fd)
    if (fd !== null && !isWhole) fs.rmSync(to, { force: true })
  }
}

type Write = (text: string) => void

function lineMask(form: 'lines' | 'json-lines', privacy: CasePrivacy): (line: string) => string {
  if (form === 'lines') return (line) => privacy.text(line)
  return (line) => {
    try {
      return line === '' ? '' : JSON.stringify(privacy.value(JSON.parse(line)))
    } catch {
      // SyntaxError: a line that was cut off.
      return privacy.text(line)
    }
  }
}

async function maskJson(from: string, privacy: CasePrivacy, write: Write): Promise<Result<unknown, AppError>> {
  const pieces: Buffer[] = []
  let length = 0
  const read = await readFileInSteps(from, (chunk) => {
    length += chunk.length
    if (length <= maxJsonBytes) pieces.push(Buffer.from(chunk))
    return length <= maxJsonBytes
  })
  if (length > maxJsonBytes) return err({ kind: 'import-too-large', what: 'bytes', limit: maxJsonBytes })
  if (!read.ok) return read
  try {
    write(`${JSON.stringify(privacy.value(JSON.parse(Buffer.concat(pieces).toString('utf8'))), null, 2)}\n`)
    return ok(null)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return err({ kind: 'malformed', what: from, offset: 0, expected: 'JSON', found: error.message })
  }
}

async function maskLines(
  from: string,
  mask: (line: string) => string,
  write: Write,
): Promise<Result<unknown, AppError>> {
  const decoder = new TextDecoder()
  let rest = ''
  const read = await readFileInSteps(from, (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    const long = rest.length > maxLineChars ? [rest] : []
    if (long.length > 0) rest = ''
    write(lines.map((line) => `${mask(line)}\n`).join('') + long.map(mask).join(''))
    return true
  })
  if (!read.ok) return read
  write(mask(rest + decoder.decode()))
  return ok(null)
}
