import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../setup/paths.mjs'

/** @param {string} name */
const read = (name) => fs.readFileSync(path.join(root, 'packaging', name))

describe('the icon', () => {
  it('is in the file for Windows in each size that Explorer and the taskbar show', () => {
    const ico = read('icon.ico')
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1])
    // One byte for each side; 0 stands for 256.
    const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico.readUInt8(6 + index * 16) || 256)
    expect(sizes).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 256])
  })

  it('is in the file for macOS up to 1,024 pixels', () => {
    const icns = read('icon.icns')
    expect(icns.toString('latin1', 0, 4)).toBe('icns')
    expect(icns.readUInt32BE(4)).toBe(icns.length)
    const types = []
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) types.push(icns.toString('latin1', at, at + 4))
    // 16, 32, 128 (with their masks), 256, 512, 1024
    expect(types).toEqual(['is32', 's8mk', 'il32', 'l8mk', 'it32', 't8mk', 'ic08', 'ic09', 'ic10'])
  })
})
