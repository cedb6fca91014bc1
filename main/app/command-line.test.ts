import path from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasSwitch, ownWords, parseCommandLine } from './command-line.ts'

const here = path.resolve('/home/berta/work')
const parse = (...words: string[]) => parseCommandLine(words, here)
const nothing = { filePath: null, link: null, pids: [], isLive: false, isDemo: false }

describe('the command line', () => {
  test('asks for nothing when empty', () => {
    expect(parse()).toEqual({ ok: true, value: { start: nothing, isTour: false, isBackground: false, print: null } })
  })

  test('names a file, counted from the caller', () => {
    expect(parse('traces/a b.nettrace')).toMatchObject({
      value: { start: { filePath: path.join(here, 'traces', 'a b.nettrace') } },
    })
    expect(parse('/abs/x.nettrace')).toMatchObject({ value: { start: { filePath: path.resolve('/abs/x.nettrace') } } })
  })

  test('takes several pids in both forms, each once', () => {
    expect(parse('--pid', '12', '--pid=7', '--pid', '12', '--live')).toMatchObject({
      value: { start: { pids: [12, 7], isLive: true } },
    })
  })

  test('names a place in the file', () => {
    expect(parse('a.nettrace', '--select', 'tab=flame&from=1&to=2')).toMatchObject({
      value: { start: { link: { tab: 'flame', range: { fromMs: 1000, toMs: 2000 }, threads: null } } },
    })
  })

  test('knows the demo and the tour', () => {
    expect(parse('--demo', '--tour')).toMatchObject({ value: { start: { isDemo: true }, isTour: true } })
  })

  test('ignores Chromium switches', () => {
    expect(parse('--no-sandbox', '--remote-debugging-port=0', '--inspect=0', '-r')).toMatchObject({
      value: { start: nothing },
    })
  })

  test('takes everything after -- as a file', () => {
    expect(parse('--', '--pid')).toMatchObject({ value: { start: { filePath: path.join(here, '--pid') } } })
  })

  test.each([
    [['--pid'], '--pid needs a process ID, not nothing'],
    [['--pid', 'seven'], '--pid needs a process ID, not "seven"'],
    [['--pid=0'], '--pid needs a process ID, not "0"'],
    [['--pid', '99999999999'], '--pid needs a process ID, not "99999999999"'],
    [['--pid', '-3'], '--pid needs a process ID, not "-3"'],
    [['--select', 'tab=flame'], '--select needs a file'],
    [['--select=', 'a'], '--select needs what to select'],
    [['a', '--select', 'from=1'], '--select: "from" and "to" come together'],
    [['a', 'b'], 'only one file can be opened: "a", "b"'],
    [Array.from({ length: 33 }, (_, n) => `--pid=${n + 1}`), 'at most 32 processes can be selected, not 33'],
  ])('says what is wrong with %j', (words, message) => {
    expect(parse(...words)).toEqual({ ok: false, message })
  })

  test.each([
    ['--help', 'help'],
    ['-h', 'help'],
    ['--version', 'version'],
  ])('%s prints and exits', (word, print) => {
    expect(parse(word)).toMatchObject({ value: { print } })
  })

  test('whatever is typed is either understood or refused, and never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('--pid', '--live', '--', '7'))), (words) => {
        expect(typeof parse(...words).ok).toBe('boolean')
      }),
    )
  })
})

describe('a file whose name looks like a switch', () => {
  test.each([
    '--foo.nettrace',
    '--inspect',
    '--remote-debugging-port=9222',
    '--pipescope-watchdog',
    '--help',
    '--tour',
  ])('is a file behind --: %s', (name) => {
    expect(parse('--', name)).toEqual({
      ok: true,
      value: {
        start: { ...nothing, filePath: path.join(here, name) },
        isTour: false,
        isBackground: false,
        print: null,
      },
    })
    expect(hasSwitch(['pipescope', '--', name], name)).toBe(false)
    expect(hasSwitch(['pipescope', name, '--', 'x'], name)).toBe(true)
  })

  test('is not taken for the folder of the app', () => {
    const words = ownWords(['electron', '/srv/pipescope', '--', '/srv/pipescope'], path.resolve('/srv/pipescope'), here)
    expect(words).toEqual(['--', '/srv/pipescope'])
    expect(ownWords(['electron', '--', '/srv/pipescope'], path.resolve('/srv/pipescope'), here)).toEqual([
      '--',
      '/srv/pipescope',
    ])
  })
})

describe('Pipescope’s own arguments', () => {
  const appFolder = path.resolve('/srv/pipescope')

  test('of a package are all behind the program', () => {
    expect(ownWords(['/opt/Pipescope/pipescope', '--live', 'x'], null, here)).toEqual(['--live', 'x'])
  })

  test('of a development start are those behind the app folder', () => {
    expect(ownWords(['electron', '--no-sandbox', '/srv/pipescope', '--pid', '3'], appFolder, here)).toEqual([
      '--pid',
      '3',
    ])
    expect(ownWords(['electron', '.', 'x.nettrace'], appFolder, appFolder)).toEqual(['x.nettrace'])
  })
})
