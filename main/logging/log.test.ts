import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { background } from './background.ts'
import { AppLog, type LogLevel } from './log.ts'
import { LogFile, maxWaitingLines } from './log-file.ts'

const words = { homeFolder: '/home/berta', userName: 'berta', hostName: 'box' }
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'log-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

function makeLog(options: { minimumLevel?: LogLevel; ringSize?: number; file?: LogFile } = {}) {
  return new AppLog({
    file: options.file ?? null,
    minimumLevel: options.minimumLevel ?? 'debug',
    privateWords: words,
    ringSize: options.ringSize ?? 10,
    now: () => 1_700_000_000_000,
  })
}

describe('the log', () => {
  test('writes one JSON object a line, redacted', async () => {
    const file = new LogFile({ folder, maxFileBytes: 10_000, oldFileCount: 2 })
    const log = makeLog({ file })
    log.info('target-found', { pid: 7, commandLine: 'dotnet s3cret.dll', event: 'shadow' })
    await log.flush()
    expect(JSON.parse(readFileSync(file.path, 'utf8'))).toEqual({
      time: '2023-11-14T22:13:20.000Z',
      level: 'info',
      event: 'target-found',
      pid: 7,
      commandLine: '[hidden, 17 characters]',
      'field.event': 'shadow',
    })
  })

  test('keeps the newest records in order', () => {
    const log = makeLog({ ringSize: 3 })
    for (let n = 1; n <= 5; n++) log.info('counted', { n })
    expect(log.recent(10).map((record) => record.fields['n'])).toEqual([3, 4, 5])
    expect(log.recent(2).map((record) => record.fields['n'])).toEqual([4, 5])
  })

  test('leaves out what is below its level', () => {
    const log = makeLog({ minimumLevel: 'warn' })
    log.debug('a')
    log.info('b')
    log.warn('c')
    log.error('d')
    expect(log.recent(10).map((record) => record.event)).toEqual(['c', 'd'])
  })

  test('gives each bug its own reference and keeps the stack', () => {
    const log = makeLog()
    const first = log.reportBug('processes.details', new Error('broken'))
    const second = log.reportBug('processes.details', 'no error at all')
    expect(first).not.toBe(second)
    expect(log.recent(2)[0]?.fields).toMatchObject({ reference: first, stack: expect.stringContaining('broken') })
  })

  test('adds the fields of a scope to each record', () => {
    const log = makeLog()
    log.with({ room: 'live' }).with({ session: 3 }).warn('session-refused', { limit: 64 })
    expect(log.recent(1)[0]?.fields).toEqual({ room: 'live', session: 3, limit: 64 })
  })

  test('logs a failure that nobody awaits', async () => {
    const log = makeLog()
    background(Promise.reject(new Error('nobody waits')), 'probe', log)
    await Promise.resolve()
    expect(log.recent(1)[0]).toMatchObject({ event: 'background-failed', fields: { label: 'probe' } })
  })
})

describe('the log file', () => {
  test('starts a new file when one is full and keeps only so many', async () => {
    const file = new LogFile({ folder, maxFileBytes: 100, oldFileCount: 2 })
    for (let n = 0; n < 10; n++) {
      file.write(`${n} ${'x'.repeat(60)}`)
      await file.flush()
    }
    expect(readdirSync(folder).toSorted()).toEqual(['pipescope.1.log', 'pipescope.2.log', 'pipescope.log'])
    expect(readFileSync(file.path, 'utf8')).toMatch(/^9 /)
    expect(readFileSync(path.join(folder, 'pipescope.1.log'), 'utf8')).toMatch(/^8 /)
  })

  test('continues in the file of an earlier start', async () => {
    writeFileSync(path.join(folder, 'pipescope.log'), 'earlier\n')
    const file = new LogFile({ folder, maxFileBytes: 1000, oldFileCount: 2 })
    file.write('later')
    await file.flush()
    expect(readFileSync(file.path, 'utf8')).toBe('earlier\nlater\n')
  })

  test.skipIf(process.platform === 'win32')('is readable for its owner only', async () => {
    const file = new LogFile({ folder, maxFileBytes: 1000, oldFileCount: 1 })
    file.write('line')
    await file.flush()
    expect(statSync(file.path).mode & 0o077).toBe(0)
  })

  test('drops and counts what cannot be written, and never throws', async () => {
    const blocker = path.join(folder, 'blocker')
    writeFileSync(blocker, '')
    const file = new LogFile({ folder: path.join(blocker, 'logs'), maxFileBytes: 1000, oldFileCount: 1 })
    file.write('a')
    file.write('b')
    await file.flush()
    expect(file.droppedCount).toBe(2)
  })

  test('refuses lines beyond its limit instead of growing', async () => {
    const file = new LogFile({ folder, maxFileBytes: 100_000_000, oldFileCount: 1 })
    const taken = Array.from({ length: maxWaitingLines + 5 }, () => file.write('x')).filter(Boolean)
    expect(taken).toHaveLength(maxWaitingLines)
    expect(file.queue()).toMatchObject({ fill: maxWaitingLines, peak: maxWaitingLines, droppedCount: 5 })
    await file.flush()
  })
})
