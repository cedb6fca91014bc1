import { expect, test } from 'vitest'
import { FrameTexts } from './frame-texts.ts'

test('samples that come just after the texts were written are in the texts a quarter of a second later, without any new sample', () => {
  const texts = new FrameTexts()
  texts.linesPainted(1000, false)
  expect(texts.areDue(1000)).toBe(true)
  texts.written(1000)
  texts.linesPainted(1100, false)
  expect(texts.areDue(1100)).toBe(false)
  expect(texts.areDue(1249)).toBe(false)
  expect(texts.areDue(1250)).toBe(true)
  texts.written(1250)
  expect(texts.areDue(60_000)).toBe(false)
})

test('texts of a chart that was painted whole are due at once', () => {
  const texts = new FrameTexts()
  texts.linesPainted(1000, false)
  texts.written(1000)
  texts.linesPainted(1010, true)
  expect(texts.areDue(1010)).toBe(true)
})
