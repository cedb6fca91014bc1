import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unzip } from './unzip.mjs'

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pipescope-unzip-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

/**
 * A zip archive with Unix modes, deflated, after the format's specification (APPNOTE 4.3.7, 4.3.12, 4.3.16).
 *
 * @param {readonly { name: string, mode: number, content: string }[]} entries
 */
function writeZip(entries) {
  const locals = []
  const directory = []
  let offset = 0
  for (const { name, mode, content } of entries) {
    const nameBytes = Buffer.from(name)
    const packed = zlib.deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0) // version needed
    common.writeUInt16LE(0, 2) // flags
    common.writeUInt16LE(8, 4) // deflate
    common.writeUInt32LE(crc32(Buffer.from(content)), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(Buffer.byteLength(content), 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE((mode << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    const madeByUnix = Buffer.from([20, 3])
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), madeByUnix, common, tail, nameBytes]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  const file = path.join(folder, 'archive.zip')
  fs.writeFileSync(file, Buffer.concat([...locals, central, end]))
  return file
}

/** @param {Buffer} bytes */
function crc32(bytes) {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

test.skipIf(process.platform === 'win32')('files keep their run bit, links stay links', async () => {
  const archive = writeZip([
    { name: 'top/program', mode: 0o100755, content: 'run me' },
    { name: 'top/text', mode: 0o100644, content: 'read me' },
    { name: 'top/link', mode: 0o120777, content: 'program' },
  ])
  await unzip(archive, folder, (name) => name)
  expect(fs.statSync(path.join(folder, 'top/program')).mode & 0o111).toBe(0o111)
  expect(fs.statSync(path.join(folder, 'top/text')).mode & 0o111).toBe(0)
  expect(fs.readlinkSync(path.join(folder, 'top/link'))).toBe('program')
  expect(fs.readFileSync(path.join(folder, 'top/link'), 'utf8')).toBe('run me')
})

test('entries can be moved and left out', async () => {
  const archive = writeZip([
    { name: 'top/program', mode: 0o100755, content: 'run me' },
    { name: 'top/unwanted', mode: 0o100644, content: 'not me' },
  ])
  await unzip(archive, folder, (name) => (name === 'top/program' ? 'renamed' : null))
  expect(fs.readdirSync(folder).sort()).toEqual(['archive.zip', 'renamed'])
})

test('a place outside of the folder is refused', async () => {
  const archive = writeZip([{ name: 'file', mode: 0o100644, content: 'escaping' }])
  await expect(unzip(archive, path.join(folder, 'inside'), () => '../outside')).rejects.toThrow('outside its folder')
  expect(fs.existsSync(path.join(folder, 'outside'))).toBe(false)
})
