import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js'
import { must } from '../../../shared/base/assert.ts'
import { CasePacker, sumsName } from './pack-case.ts'
import { openZip } from './read-zip.ts'
import { verifyCase } from './verify-case.ts'

let folder: string
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-pack-'))))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const never = new AbortController().signal
const watch = { signal: never, onBytes: () => undefined }
const texts = [
  { name: 'case.json', text: '{"kind":"pipescope-case"}' },
  { name: 'SUMMARY.md', text: '# Case ‹host-12›\n' },
]

async function packed(
  parts: { password?: string; partBytes?: number; content?: Buffer } = {},
): Promise<readonly string[]> {
  const source = path.join(folder, 'counters.csv')
  fs.writeFileSync(source, parts.content ?? Buffer.from('a,b\n1,2\n'))
  const order = {
    zipPath: path.join(folder, 'case.zip'),
    password: parts.password ?? null,
    partBytes: parts.partBytes ?? null,
  }
  const packer = new CasePacker(order, () => undefined)
  const added = await packer.add([{ name: 'orders/counters.csv', path: source }], never)
  expect(added.ok).toBe(true)
  const closed = await packer.close(texts)
  expect(closed.ok).toBe(true)
  return packer.keep()
}

describe('a package', () => {
  it('has a hash for every file and is verified', async () => {
    const paths = await packed()
    expect(paths).toEqual([path.join(folder, 'case.zip')])
    expect(fs.readdirSync(folder)).toEqual(['case.zip', 'counters.csv'])
    const verified = await verifyCase(paths, null, watch)
    expect(verified).toMatchObject({ ok: true, value: { isVerified: true, faults: [] } })
    expect(verified.ok && verified.value.files.map(({ name, openedAs }) => [name, openedAs])).toEqual([
      ['orders/counters.csv', 'text'],
      ['case.json', 'JSON'],
      ['SUMMARY.md', 'text'],
    ])
  })

  it('in parts, with a password, opens with that password only', async () => {
    const content = Buffer.from(Array.from({ length: 60_000 }, (_, index) => `${Math.sin(index)}\n`).join(''))
    const paths = await packed({ password: 'correct', partBytes: 200_000, content })
    expect(paths.length).toBeGreaterThan(2)
    expect(paths.map((file) => path.basename(file)).slice(0, 2)).toEqual(['case.z01', 'case.z02'])
    expect(path.basename(must(paths.at(-1), 'a last part'))).toBe('case.zip')
    expect(await verifyCase(paths, 'correct', watch)).toMatchObject({ ok: true, value: { isVerified: true } })
    for (const password of ['wrong', null])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await verifyCase(paths, password, watch)).toMatchObject({ ok: false, error: { kind: 'invalid-request' } })
  })

  it('does not take the name of a file that appeared meanwhile', async () => {
    const zipPath = path.join(folder, 'case.zip')
    const packer = new CasePacker({ zipPath, password: null, partBytes: null }, () => undefined)
    await packer.close(texts)
    fs.writeFileSync(zipPath, 'of somebody else')
    expect(() => packer.keep()).toThrow(/case\.zip/)
    expect(fs.readFileSync(zipPath, 'utf8')).toBe('of somebody else')
    packer.discard()
    expect(fs.readdirSync(folder)).toEqual(['case.zip'])
  })

  it('leaves nothing behind when a file is not there', async () => {
    const packer = new CasePacker(
      { zipPath: path.join(folder, 'case.zip'), password: null, partBytes: null },
      () => undefined,
    )
    const added = await packer.add([{ name: 'a', path: path.join(folder, 'missing') }], never)
    expect(added).toMatchObject({ ok: false, error: { kind: 'io', code: 'ENOENT' } })
    packer.discard()
    expect(fs.readdirSync(folder)).toEqual([])
  })

  it('of any changed byte in its content is not verified', async () => {
    const [file] = await packed()
    const bytes = fs.readFileSync(must(file, 'a file'))
    // Within the first entry's packed bytes, behind its header, name and extra fields.
    const at = 30 + 'orders/counters.csv'.length + bytes.readUInt16LE(28) + 3
    bytes[at] = (bytes[at] ?? 0) ^ 0xff
    fs.writeFileSync(must(file, 'a file'), bytes)
    const verified = await verifyCase([must(file, 'a file')], null, watch)
    expect(verified.ok && verified.value.isVerified).toBe(false)
  })
})

async function zipOf(names: readonly string[], content: Uint8Array = Buffer.from('x')): Promise<string> {
  const file = path.join(folder, 'foreign.zip')
  const pieces: Uint8Array[] = []
  const target = new WritableStream<Uint8Array>({ write: (chunk) => void pieces.push(chunk.slice()) })
  const zip = new ZipWriter(target, { useWebWorkers: false })
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const name of names) await zip.add(name, new Uint8ArrayReader(content), { strictness: 'tolerant' } as object)
  await zip.close()
  fs.writeFileSync(file, Buffer.concat(pieces))
  return file
}

describe('a foreign zip file', () => {
  it.each(['../evil.txt', '/etc/evil', 'a/../../evil', 'C:\\evil'])(
    'with an entry called %s is refused',
    async (name) => {
      expect(await openZip([await zipOf([name])], null)).toMatchObject({ ok: false, error: { kind: 'malformed' } })
    },
  )

  it('that isn’t a case isn’t verified', async () => {
    const verified = await verifyCase([await zipOf(['a.txt'])], null, watch)
    expect(verified.ok && verified.value.faults).toEqual([
      `${sumsName} is missing`,
      'case.json is missing',
      'SUMMARY.md is missing',
    ])
  })

  it('that isn’t a zip file is an expected error', async () => {
    const file = path.join(folder, 'none.zip')
    fs.writeFileSync(file, 'not a zip file')
    expect(await openZip([file], null)).toMatchObject({ ok: false, error: { kind: 'malformed' } })
    expect(await openZip([path.join(folder, 'missing.zip')], null)).toMatchObject({ ok: false, error: { kind: 'io' } })
  })

  it('never yields more bytes than its directory says', async () => {
    const file = await zipOf(['bomb.txt'], new Uint8Array(4_000_000))
    const bytes = fs.readFileSync(file)
    const directory = bytes.lastIndexOf(Buffer.from('504b0102', 'hex'))
    // The uncompressed size in the list of contents, and in no other place.
    bytes.writeUInt32LE(1000, directory + 24)
    fs.writeFileSync(file, bytes)
    const zip = await openZip([file], null)
    const [entry] = zip.ok ? zip.value.entries : []
    let length = 0
    const read = entry === undefined ? null : await entry.read((chunk) => void (length += chunk.length))
    expect(read?.ok ?? false).toBe(false)
    expect(length).toBeLessThan(1_000_000)
  })
})
