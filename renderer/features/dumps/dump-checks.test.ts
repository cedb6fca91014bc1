import { describe, expect, it } from 'vitest'
import type { DumpPreflight } from '../../../shared/model/dump.ts'
import { testRow } from '../../testing/rows.ts'
import { checksOf } from './dump-checks.ts'
import { readCrashReport } from './crash-report-model.ts'
import { joinPath } from './dump-commands.ts'
import { opensWith } from './opens-with.ts'

const row = testRow(1, { runtimeVersion: '10.0.3', userName: 'mara' })
const clean: DumpPreflight = {
  path: '/tmp/a.dmp',
  visiblePath: '/tmp/a.dmp',
  blockers: [],
  warnings: [],
  estimates: { mini: null, heap: null, triage: null, full: null },
  freeBytes: 1e12,
  createdumpPath: '/usr/share/dotnet/createdump',
}
const context = { isRecording: false, suggestedFolder: '/tmp', folder: '/tmp' }

describe('the checks before a dump', () => {
  it('pass one by one when all is well', () => {
    const checks = checksOf(clean, row, context)
    expect(checks.every(({ state }) => state === 'passed')).toBe(true)
    expect(checks.find(({ id }) => id === 'folder')?.text).toBe('Writable by mara')
  })

  it('put what stops the dump first, each with its cause and its remedy', () => {
    const checks = checksOf(
      {
        ...clean,
        blockers: [
          { kind: 'createdump-not-executable', path: '/opt/createdump' },
          { kind: 'file-exists', sizeBytes: 2048 },
        ],
      },
      row,
      context,
    )
    expect(checks.slice(0, 2).map(({ state }) => state)).toEqual(['stops', 'stops'])
    expect(checks[0]?.text).toContain('chmod +x')
    expect(checks[1]?.fixes).toEqual(['new-name', 'overwrite'])
  })

  it('don’t pass what couldn’t be checked', () => {
    const checks = checksOf({ ...clean, visiblePath: null, freeBytes: null }, row, context)
    const passed = checks.filter(({ state }) => state === 'passed').map(({ id }) => id)
    expect(passed).not.toContain('folder')
    expect(passed).not.toContain('writer')
    expect(passed).not.toContain('file')
    expect(passed).not.toContain('space')
  })

  it('offer the default folder only where another one was chosen', () => {
    const blocked: DumpPreflight = { ...clean, blockers: [{ kind: 'folder-missing', path: '/x' }] }
    expect(checksOf(blocked, row, context)[0]?.fixes).toEqual([])
    expect(checksOf(blocked, row, { ...context, folder: '/x' })[0]?.fixes).toEqual(['suggested-folder'])
  })

  it('say that a recording will show a gap', () => {
    const checks = checksOf(clean, row, { ...context, isRecording: true })
    expect(checks[0]).toMatchObject({ id: 'recording', state: 'note' })
  })
})

describe('the path of a dump', () => {
  it('is put together as the operating system of the process writes paths', () => {
    expect(joinPath('/tmp', 'a.dmp')).toBe('/tmp/a.dmp')
    expect(joinPath('/', 'a.dmp')).toBe('/a.dmp')
    expect(joinPath('C:\\dumps', 'a.dmp')).toBe('C:\\dumps\\a.dmp')
  })
})

describe('how a dump is opened', () => {
  const result = {
    verdict: 'complete',
    path: "/tmp/it's a.dmp",
    visiblePath: null,
    file: { format: 'elf-core', sizeBytes: 1, expectedBytes: 1, isComplete: true },
    access: null,
    crashReportPath: null,
    commandVersion: 3,
    tookMs: 1,
  } as const

  it('quotes what a shell would take apart', () => {
    expect(opensWith(result)[0]?.commands[1]).toBe(String.raw`dotnet-dump analyze '/tmp/it'\''s a.dmp'`)
  })

  const ids = (format: 'elf-core' | 'minidump' | 'macho-core') =>
    opensWith({ ...result, file: { ...result.file, format } }).map(({ id }) => id)

  it('leaves out debuggers that cannot read the format', () => {
    expect(ids('minidump')).toEqual(['dotnet-dump', 'windbg', 'visual-studio'])
    expect(ids('macho-core')).toEqual(['dotnet-dump', 'lldb'])
    expect(ids('elf-core')).toContain('windbg')
  })
})

describe('a crash report', () => {
  it('is read into threads, whatever of it is missing', () => {
    const text = JSON.stringify({
      payload: {
        process_name: 'shop',
        threads: [
          {
            is_managed: 'true',
            crashed: 'true',
            native_thread_id: '0x12',
            stack_frames: [{ method_name: 'Main', filename: 'shop.dll' }, { native_address: '0x7f' }],
          },
          {},
        ],
      },
    })
    expect(readCrashReport(text)?.threads).toEqual([
      { id: '0x12', isManaged: true, hasCrashed: true, exceptionType: null, frames: ['shop.dll!Main', '0x7f'] },
      { id: '?', isManaged: false, hasCrashed: false, exceptionType: null, frames: [] },
    ])
    expect(readCrashReport('{"payload":')).toBeNull()
  })
})
