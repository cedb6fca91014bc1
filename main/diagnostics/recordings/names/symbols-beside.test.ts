import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { symbolsPathOf } from '../../../workers/recorder/symbols-file.ts'
import { moveSymbols, SymbolsBeside } from './symbols-beside.ts'

let folder: string
let recording: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-symbols-'))
  recording = path.join(folder, 'a.nettrace')
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer
const kept = () => fs.readFileSync(symbolsPathOf(recording), 'utf8')

describe('symbols beside a recording', () => {
  it('are the bytes of the newest side session that was read to its end', async () => {
    const symbols = new SymbolsBeside(recording)
    symbols.add(bytes('one '))
    symbols.add(bytes('two'))
    symbols.end(true)
    symbols.add(bytes('cut'))
    symbols.end(false)
    await symbols.finish()
    expect(kept()).toBe('one two')
    const later = new SymbolsBeside(recording)
    later.add(bytes('three'))
    later.end(true)
    await later.finish()
    expect(kept()).toBe('three')
    expect(fs.readdirSync(folder)).toEqual(['a.nettrace.symbols.nettrace'])
  })

  it('own their bytes: the buffer may be given away at once', async () => {
    const symbols = new SymbolsBeside(recording)
    const buffer = bytes('abc')
    symbols.add(buffer)
    structuredClone(buffer, { transfer: [buffer] })
    symbols.end(true)
    await symbols.finish()
    expect(kept()).toBe('abc')
  })

  it('are written under a name that nobody can take before', async () => {
    fs.writeFileSync(`${symbolsPathOf(recording)}.part`, 'theirs')
    const symbols = new SymbolsBeside(recording)
    symbols.add(bytes('ours'))
    symbols.end(true)
    await symbols.finish()
    expect(kept()).toBe('ours')
    expect(fs.readFileSync(`${symbolsPathOf(recording)}.part`, 'utf8')).toBe('theirs')
  })

  it('leave nothing half behind, and go with the recording', async () => {
    const symbols = new SymbolsBeside(recording)
    symbols.add(bytes('half'))
    await symbols.finish()
    expect(fs.readdirSync(folder)).toEqual([])
    const others = new SymbolsBeside(recording)
    others.add(bytes('x'))
    others.end(true)
    await others.remove()
    expect(fs.readdirSync(folder)).toEqual([])
  })

  it('leave nothing of what still comes while they go', async () => {
    const symbols = new SymbolsBeside(recording)
    symbols.add(bytes('half'))
    const gone = symbols.remove()
    symbols.add(bytes('late'))
    await gone
    symbols.add(bytes('later'))
    symbols.end(true)
    expect(fs.readdirSync(folder)).toEqual([])
    await symbols.remove()
    expect(fs.readdirSync(folder)).toEqual([])
  })

  it('cost nothing else when the disk says no', async () => {
    const symbols = new SymbolsBeside(path.join(folder, 'gone', 'a.nettrace'))
    symbols.add(bytes('x'))
    symbols.end(true)
    await symbols.finish()
    expect(fs.readdirSync(folder)).toEqual([])
  })

  it('follow a recording that gets another name', async () => {
    const symbols = new SymbolsBeside(recording)
    symbols.add(bytes('x'))
    symbols.end(true)
    await symbols.finish()
    const named = path.join(folder, 'b.nettrace')
    await moveSymbols(recording, named)
    await moveSymbols(recording, named)
    expect(fs.readdirSync(folder)).toEqual(['b.nettrace.symbols.nettrace'])
  })
})
