import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generate, generatedFile } from './event-tables.mjs'

test('the code of the native events is what the generator makes of the tables', async () => {
  expect(readFileSync(generatedFile, 'utf8')).toBe(await generate())
})
