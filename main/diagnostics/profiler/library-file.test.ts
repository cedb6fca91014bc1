import { describe, expect, it } from 'vitest'
import { parseLibrary } from './library-file.ts'

interface PeShape {
  readonly machine?: number
  readonly characteristics?: number
  readonly isWide?: boolean
  readonly names?: readonly string[]
}

/** A library of Windows with one section: the table of exports and its names. */
function pe({
  machine = 0x8664,
  characteristics = 0x2022,
  isWide = true,
  names = ['DllGetClassObject'],
}: PeShape = {}) {
  const [head, optionalBytes, sectionAddress, sectionOffset, sectionBytes] = [0x80, 240, 0x1000, 0x400, 0x400]
  const bytes = Buffer.alloc(sectionOffset + sectionBytes)
  bytes.write('MZ', 0)
  bytes.writeUInt32LE(head, 60)
  bytes.write('PE\0\0', head)
  bytes.writeUInt16LE(machine, head + 4)
  bytes.writeUInt16LE(1, head + 6)
  bytes.writeUInt16LE(optionalBytes, head + 20)
  bytes.writeUInt16LE(characteristics, head + 22)
  const optional = head + 24
  bytes.writeUInt16LE(isWide ? 0x20b : 0x10b, optional)
  bytes.writeUInt32LE(sectionAddress, optional + (isWide ? 112 : 96))
  const section = optional + optionalBytes
  bytes.writeUInt32LE(sectionAddress, section + 12)
  bytes.writeUInt32LE(sectionBytes, section + 16)
  bytes.writeUInt32LE(sectionOffset, section + 20)
  bytes.writeUInt32LE(names.length, sectionOffset + 24)
  bytes.writeUInt32LE(sectionAddress + 0x40, sectionOffset + 32)
  let at = 0x100
  for (const [index, name] of names.entries()) {
    bytes.writeUInt32LE(sectionAddress + at, sectionOffset + 0x40 + 4 * index)
    at += bytes.write(`${name}\0`, sectionOffset + at, 'latin1')
  }
  return bytes
}

function elf(type: number, machine: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.writeUInt32BE(0x7f454c46, 0)
  bytes.writeUInt16LE(type, 16)
  bytes.writeUInt16LE(machine, 18)
  return bytes
}

describe('the file of a profiler', () => {
  it('of Windows says its processor, and whether it exports what a profiler must', () => {
    const names = ['DllCanUnloadNow', 'DllGetClassObject']
    expect(parseLibrary(pe({ names }), true)).toEqual({
      isSharedLibrary: true,
      architecture: 'x64',
      hasEntryPoint: true,
    })
    const small = parseLibrary(pe({ machine: 0x14c, isWide: false }), true)
    expect(small).toEqual({ isSharedLibrary: true, architecture: 'x86', hasEntryPoint: true })
    expect(parseLibrary(pe({ machine: 0xaa64 }), true)?.architecture).toBe('arm64')
  })

  it('of Windows can be a program, or a library without the function, whatever text is in it', () => {
    expect(parseLibrary(pe({ characteristics: 0x22 }), true)?.isSharedLibrary).toBe(false)
    const other = pe({ names: ['DllMain'] })
    other.write('\0DllGetClassObject\0', other.length - 100, 'latin1')
    expect(parseLibrary(other, true)?.hasEntryPoint).toBe(false)
    expect(parseLibrary(pe({ names: [] }), true)?.hasEntryPoint).toBe(false)
  })

  it('of Linux says its processor and its kind', () => {
    const library = Buffer.concat([elf(3, 62), Buffer.from('\0DllGetClassObject\0', 'latin1')])
    expect(parseLibrary(library, true)).toEqual({ isSharedLibrary: true, architecture: 'x64', hasEntryPoint: true })
    expect(parseLibrary(elf(2, 183), true)).toEqual({
      isSharedLibrary: false,
      architecture: 'arm64',
      hasEntryPoint: false,
    })
    expect(parseLibrary(elf(3, 8), true)?.architecture).toBeNull()
  })

  it('says nothing of an entry point that the bytes do not reach', () => {
    expect(parseLibrary(pe().subarray(0, 0x200), false)).toMatchObject({ architecture: 'x64', hasEntryPoint: null })
  })

  it('is nothing else, and no bytes make it fail', () => {
    expect(parseLibrary(Buffer.from('MZ'), true)).toBeNull()
    expect(parseLibrary(Buffer.from('#!/bin/sh\n'), true)).toBeNull()
    expect(parseLibrary(Buffer.alloc(0), true)).toBeNull()
    const whole = pe()
    for (let size = 0; size < whole.length; size++) parseLibrary(whole.subarray(0, size), true)
    for (let at = 0; at < whole.length; at++) {
      const bytes = Buffer.from(whole)
      bytes[at] = 0xff
      parseLibrary(bytes, true)
    }
  })
})
