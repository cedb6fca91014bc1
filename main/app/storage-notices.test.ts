import { describe, expect, test } from 'vitest'
import { StorageNotices } from './storage-notices.ts'

const gib = 1024 ** 3
const events = (notices: StorageNotices, freeBytes: number | null, droppedCount = 0) =>
  notices.note(freeBytes, droppedCount).map((notice) => notice.event)

describe('trouble with the disk', () => {
  test('is reported once, and again only after space was free in between', () => {
    const notices = new StorageNotices()
    expect(events(notices, 50 * gib)).toEqual([])
    expect(events(notices, 0.5 * gib)).toEqual(['disk-low'])
    expect(events(notices, 0.4 * gib)).toEqual([])
    expect(events(notices, 1.5 * gib)).toEqual([])
    expect(events(notices, 0.5 * gib)).toEqual([])
    expect(events(notices, 3 * gib)).toEqual([])
    expect(events(notices, 0.5 * gib)).toEqual(['disk-low'])
  })

  test('is not reported when nothing is known', () => {
    expect(events(new StorageNotices(), null)).toEqual([])
  })

  test('includes a log that cannot be written, once', () => {
    const notices = new StorageNotices()
    expect(events(notices, 50 * gib, 3)).toEqual(['log-write-failed'])
    expect(events(notices, 50 * gib, 9)).toEqual([])
  })
})
