import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeLeftovers, removeStale } from './temporary-folder.ts'

describe('what a run of tests left', () => {
  it('is counted by what its names have in common', () => {
    const names = ['ps-test-a1B2c3', 'ps-test-Zz9Yy8', 'dotnet-diagnostic-12-345-socket', 'clr-debug-pipe-1-2-in', 'x']
    expect(describeLeftovers(names)).toBe('ps-test-* (2), clr-debug-pipe-* (1), dotnet-diagnostic-* (1), x (1)')
    expect(describeLeftovers([])).toBe('')
  })
})

describe.skipIf(process.platform !== 'linux')('the folder of a run that was killed', () => {
  let parent: string
  beforeEach(() => (parent = fs.mkdtempSync(path.join(os.tmpdir(), 'stale-'))))
  afterEach(() => fs.rmSync(parent, { recursive: true }))

  /** No process has a number above this (PID_MAX_LIMIT). */
  const gone = 4_194_305
  function folderOf(name: string, ageHours: number): string {
    const folder = path.join(parent, name)
    fs.mkdirSync(path.join(folder, 'inside'), { recursive: true })
    const seconds = Date.now() / 1000 - ageHours * 3600
    fs.utimesSync(folder, seconds, seconds)
    return folder
  }

  it('is removed by a later run', () => {
    const folder = folderOf(`pt-${gone}-abc123`, 2)
    removeStale(parent)
    expect(fs.existsSync(folder)).toBe(false)
  })

  it.each([
    ['its process is there', `pt-${process.pid}-abc123`, 2],
    ['something happened in it a moment ago', `pt-${gone}-abc123`, 0.5],
    ['its name is another', `pt-${gone}-abc123.kept`, 2],
  ])('stays when %s', (_when, name, ageHours) => {
    const folder = folderOf(name, ageHours)
    removeStale(parent)
    expect(fs.existsSync(folder)).toBe(true)
  })

  it('is left alone when it is a link', () => {
    const elsewhere = folderOf('elsewhere', 2)
    fs.symlinkSync(elsewhere, path.join(parent, `pt-${gone}-abc123`))
    removeStale(parent)
    expect(fs.existsSync(path.join(elsewhere, 'inside'))).toBe(true)
  })
})
