import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CasePacker } from './pack-case.ts'
import { readPackageText, safeName, unpackFile } from './read-package.ts'
import { readCase } from './verify-case.ts'

const watch = { signal: new AbortController().signal, onBytes: () => undefined }
let folder: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'package-'))
})
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true })
})

/** A package with one long text and what every one has. */
async function packed(password: string | null = null): Promise<readonly string[]> {
  const text = path.join(folder, 'long.txt')
  fs.writeFileSync(text, 'a line\n'.repeat(800_000))
  const order = { zipPath: path.join(folder, 'case.zip'), files: [], password, partBytes: null }
  const packer = new CasePacker(order, () => undefined)
  await packer.add([{ name: 'stacks.txt', path: text }], watch.signal)
  const closed = await packer.close([
    { name: 'case.json', text: '{}' },
    { name: 'SUMMARY.md', text: '# Case 7' },
  ])
  expect(closed.ok).toBe(true)
  return packer.keep()
}

describe('an opened package', () => {
  it('is opened and read once, also for what it says about itself', async () => {
    const paths = await packed()
    const opened = vi.spyOn(fs, 'openSync')
    try {
      await readCase(paths, null, watch)
      expect(opened.mock.calls.filter(([file]) => file === paths[0])).toHaveLength(1)
    } finally {
      opened.mockRestore()
    }
  })

  it('says what its check found, and gives its summary; an invalid document is ignored', async () => {
    const read = await readCase(await packed(), null, watch)
    expect(read).toMatchObject({ ok: true, value: { isVerified: true, document: null, summary: '# Case 7' } })
  })

  it('needs its password, and says whether one is missing or wrong', async () => {
    const paths = await packed('secret')
    const read = async (password: string | null) => readCase(paths, password, watch)
    expect(await read(null)).toMatchObject({ ok: false, error: { what: 'password', detail: 'missing' } })
    expect(await read('other')).toMatchObject({ ok: false, error: { what: 'password', detail: 'wrong' } })
    expect(await read('secret')).toMatchObject({ ok: true, value: { isVerified: true } })
  })

  it('shows the beginning of a long text in whole lines', async () => {
    const text = await readPackageText({ paths: await packed(), password: null, name: 'stacks.txt' })
    expect(text).toMatchObject({ ok: true, value: { isCut: true } })
    expect(text.ok && text.value.text.endsWith('a line\n')).toBe(true)
  })

  it('unpacks a file once, under its last name; what is not in it is not found', async () => {
    const sha256 = createHash('sha256').update('# Case 7').digest('hex')
    const asked = { paths: await packed(), password: null, name: 'SUMMARY.md', folder, sha256 }
    expect(await unpackFile(asked)).toMatchObject({ ok: true, value: { path: path.join(folder, 'SUMMARY.md') } })
    expect(fs.readFileSync(path.join(folder, 'SUMMARY.md'), 'utf8')).toBe('# Case 7')
    expect(await unpackFile(asked)).toMatchObject({ ok: false, error: { kind: 'io', code: 'EEXIST' } })
    expect(await unpackFile({ ...asked, name: '../SUMMARY.md' })).toMatchObject({ ok: false })
    fs.rmSync(path.join(folder, 'SUMMARY.md'))
    expect(await unpackFile({ ...asked, sha256: '0' })).toMatchObject({ ok: false, error: { kind: 'malformed' } })
    expect(fs.existsSync(path.join(folder, 'SUMMARY.md'))).toBe(false)
  })

  it('never takes a path out of a name', () => {
    const names = ['../../etc/passwd', 'a/b/trace.nettrace', '..\\..\\x.dmp', '...', '-rf', 'a b$(x).json']
    expect(names.map(safeName)).toEqual(['passwd', 'trace.nettrace', 'x.dmp', 'file', 'rf', 'a_b__x_.json'])
  })
})
