import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { err, ok } from '../../../../shared/base/result.ts'
import { symbolsPathOf } from '../../../workers/recorder/symbols-file.ts'
import { WatchHost } from '../../../workers/watch/watch-host.ts'
import { assembleFolders, isFlightFolder, restoreFlight } from './restore-flight.ts'

let folder: string
let watchPath: string
let canAssemble = true
let orders: unknown[]
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-restore-'))
  watchPath = path.join(folder, 'watch.cjs')
  fs.writeFileSync(watchPath, '')
  canAssemble = true
  orders = []
  vi.spyOn(WatchHost.prototype, 'assemble').mockImplementation((order) => {
    orders.push(order)
    if (!canAssemble) return Promise.resolve(err({ kind: 'cancelled' }))
    fs.writeFileSync(order.to, 'Nettrace')
    return Promise.resolve(ok({} as never))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true, force: true })
})

const left = () => fs.readdirSync(folder).filter((name) => name !== 'watch.cjs')

/** As a crash of ours leaves it. */
function crashed(name = '.flight-job-x-1.nettrace', content: string | null = 'Nettrace') {
  const place = path.join(folder, name)
  fs.mkdirSync(place)
  if (content !== null) fs.writeFileSync(path.join(place, '000000000000.part'), content)
  return place
}

describe('a folder of a flight recorder', () => {
  it('is one of ours, by its name and its owner', async () => {
    expect(await isFlightFolder(crashed())).toBe(true)
    for (const name of [
      'flight-a-1.nettrace',
      '.flight-a 1.nettrace',
      '.flight-a-1.nettrace.bak',
      'x.flight-a.nettrace',
    ])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await isFlightFolder(crashed(name))).toBe(false)
  })

  it('is none when it is a file, of somebody else, or not there', async () => {
    const file = path.join(folder, '.flight-file-1.nettrace')
    fs.writeFileSync(file, '')
    const theirs = crashed('.flight-theirs-1.nettrace')
    expect([await isFlightFolder(file), await isFlightFolder(path.join(folder, '.flight-gone-1.nettrace'))]).toEqual([
      false,
      false,
    ])
    if (process.geteuid === undefined) return
    vi.spyOn(process, 'geteuid').mockReturnValue(fs.statSync(theirs).uid + 1)
    expect(await isFlightFolder(theirs)).toBe(false)
  })

  it('becomes one file with the others, with all that they hold', async () => {
    const disposed = vi.spyOn(WatchHost.prototype, 'dispose')
    const to = path.join(folder, 'all.nettrace')
    expect(await assembleFolders(watchPath, ['/a', '/b'], to)).toBe(true)
    expect(orders[0]).toEqual({
      to,
      streams: [
        { keeps: 'range', folder: '/a' },
        { keeps: 'range', folder: '/b' },
      ],
      untilMs: 0,
      lastMs: Number.POSITIVE_INFINITY,
    })
    canAssemble = false
    expect(await assembleFolders(watchPath, ['/a'], to)).toBe(false)
    expect(disposed).toHaveBeenCalledTimes(2)
  })
})

describe('what a crash of ours left', () => {
  it('is a file of the process beside it, with its symbols, and is gone itself', async () => {
    const place = crashed()
    fs.writeFileSync(symbolsPathOf(place), 'names')
    const file = path.join(folder, 'orders_restored.nettrace')
    expect(await restoreFlight(watchPath, place, 'orders')).toBe(file)
    expect(left().toSorted()).toEqual(['orders_restored.nettrace', path.basename(symbolsPathOf(file))])
    expect(await restoreFlight(watchPath, crashed(), null)).toBe(path.join(folder, 'process_restored.nettrace'))
  })

  it.each([
    ['an empty piece', ''],
    ['no piece at all', null],
  ])('and holds %s is removed', async (_name, content) => {
    expect(await restoreFlight(watchPath, crashed(undefined, content), 'orders')).toBeNull()
    expect(left()).toEqual([])
  })

  it('stays where nothing can be made of it', async () => {
    const place = crashed()
    canAssemble = false
    expect(await restoreFlight(watchPath, place, 'orders')).toBeNull()
    expect(left()).toEqual([path.basename(place)])
  })

  it('stays where the disk takes no file', async () => {
    const place = crashed()
    vi.spyOn(fs.promises, 'rename').mockRejectedValue(Object.assign(new Error('full'), { code: 'ENOSPC' }))
    expect(await restoreFlight(watchPath, place, 'orders')).toBeNull()
    expect(left()).toEqual([path.basename(place)])
  })

  it('is not looked for under other names, nor where a file is in its place', async () => {
    const other = crashed('notes')
    const file = path.join(folder, '.flight-file-1.nettrace')
    fs.writeFileSync(file, 'Nettrace')
    canAssemble = false
    expect([await restoreFlight(watchPath, other, 'a'), await restoreFlight(watchPath, file, 'a')]).toEqual([
      null,
      null,
    ])
    expect(left().toSorted()).toEqual(['.flight-file-1.nettrace', 'notes'])
  })

  it('is restored though it can’t be removed: the next start finds it again', async () => {
    const place = crashed()
    vi.spyOn(fs.promises, 'rm').mockRejectedValue(Object.assign(new Error('no'), { code: 'EACCES' }))
    expect(await restoreFlight(watchPath, place, 'orders')).toBe(path.join(folder, 'orders_restored.nettrace'))
  })

  it('and holds a folder in a folder is no empty one', async () => {
    const place = crashed(undefined, null)
    fs.mkdirSync(path.join(place, 'sub'))
    canAssemble = false
    await restoreFlight(watchPath, place, 'orders')
    expect(left()).toEqual([path.basename(place)])
  })
})
