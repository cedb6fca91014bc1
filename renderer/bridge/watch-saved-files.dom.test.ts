import { expect, it } from 'vitest'
import type { SavedFileList } from '../../shared/model/saved-file.ts'
import { installFakeBridge } from '../testing/fake-bridge.ts'
import { watchSavedFiles } from './watch-saved-files.ts'

const listOf = (totalBytes: number): SavedFileList => ({
  files: [],
  totalBytes,
  freeBytes: null,
  diskBytes: null,
  removed: [],
})

it('asks again for what changed while an answer was on its way, and takes no older answer last', async () => {
  const answers: ((list: SavedFileList) => void)[] = []
  const bridge = installFakeBridge({ 'shelf.list': () => new Promise((resolve) => answers.push(resolve)) })
  const taken: number[] = []
  const savedFiles = watchSavedFiles(({ totalBytes }) => taken.push(totalBytes))
  await expect.poll(() => answers).toHaveLength(1)
  bridge.stream('shelf.changes').send({ kind: 'changed' })
  bridge.stream('shelf.changes').send({ kind: 'changed' })
  expect(answers).toHaveLength(1)
  answers[0]?.(listOf(1))
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]?.(listOf(2))
  await expect.poll(() => taken).toEqual([1, 2])
  savedFiles.dispose()
})

it('takes nothing after disposal', async () => {
  const answers: ((list: SavedFileList) => void)[] = []
  installFakeBridge({ 'shelf.list': () => new Promise((resolve) => answers.push(resolve)) })
  const taken: number[] = []
  const savedFiles = watchSavedFiles(({ totalBytes }) => taken.push(totalBytes))
  await expect.poll(() => answers).toHaveLength(1)
  savedFiles.dispose()
  answers[0]?.(listOf(1))
  await Promise.resolve()
  expect(taken).toEqual([])
})
