import { expect, test } from 'vitest'
import { generationRoom } from './generation-room.ts'

/** Of a window of 1,440 px at 100 % font size. */
const usualTable = 1384

test('the generations with the most bytes keep their columns longest, and those without any have none', () => {
  const room = generationRoom([0, 10, 5000, 300, 0, 10])
  expect(room).toEqual([null, 1264, 1108, 1186, null, 1342])
  const seen = room.filter((least) => least !== null && least <= usualTable)
  expect(seen).toHaveLength(4)
})

test('one generation alone is shown where a table of that width shows its modules', () => {
  expect(generationRoom([7])).toEqual([1108])
  expect(generationRoom([])).toEqual([])
})
