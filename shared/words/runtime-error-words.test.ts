import { describe, expect, it } from 'vitest'
import { runtimeErrorWordsFor } from './runtime-error-words.ts'

describe('the words for errors of runtimes', () => {
  it.each(['BAD_ENCODING', 'MODULE_NOT_FOUND', 'DRAFT_BAD'])('say why and what to do next for %s', (name) => {
    const words = runtimeErrorWordsFor(name, 'AnyCommand')
    expect(words?.why.length).toBeGreaterThan(5)
    expect(words?.next.length).toBeGreaterThan(5)
  })

  it('depend on the command where the same code means something else', () => {
    const dump = runtimeErrorWordsFor('E_FAIL', 'GenerateCoreDump3')
    const session = runtimeErrorWordsFor('E_FAIL', 'CollectTracing2')
    expect(dump?.why).toContain('dump')
    expect(session?.why).toContain('session slots')
  })

  it('do not exist for an unknown code', () => {
    expect(runtimeErrorWordsFor('0x12345678', 'ProcessInfo3')).toBeNull()
  })
})
