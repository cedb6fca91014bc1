import { describe, expect, it } from 'vitest'
import { readClsid, vendorOf } from '../../../shared/base/profiler-vendors.ts'
import { libraryWords } from './advanced-words.ts'
import { dataBytes, emptyProfilerForm, maxDataBytes, profilerFormProblem } from './profiler-model.ts'

const good = { ...emptyProfilerForm, clsid: '{846f5f1c-f9ae-4b07-969e-05c26bc060d8}', path: '/opt/p.so' }

describe('the data for a profiler', () => {
  it('is taken as text, hexadecimal or Base64, exactly', () => {
    expect([...(dataBytes('text', 'aß') ?? [])]).toEqual([0x61, 0xc3, 0x9f])
    expect([...(dataBytes('hex', '0x01 FF-7f') ?? [])]).toEqual([1, 255, 127])
    expect([...(dataBytes('base64', 'AQL_') ?? [])]).toEqual([1, 2, 255])
  })

  it('is rejected in a format that it doesn’t have', () => {
    expect(dataBytes('hex', 'abc')).toBeNull()
    expect(dataBytes('hex', 'zz')).toBeNull()
    expect(dataBytes('base64', 'A')).toBeNull()
    expect(dataBytes('base64', '?')).toBeNull()
  })

  it('has a size limit', () => {
    expect(profilerFormProblem(good)).toBeNull()
    expect(profilerFormProblem({ ...good, text: 'x'.repeat(maxDataBytes + 1) })).toMatch(/the limit is/)
  })
})

describe('a profiler', () => {
  it('is identified by its CLSID in any notation', () => {
    expect(vendorOf(readClsid(good.clsid) ?? '')).toBe('Datadog')
    expect(readClsid('846F5F1C')).toBeNull()
  })

  it('needs a CLSID, an absolute path and a timeout', () => {
    expect(profilerFormProblem({ ...good, clsid: '' })).toMatch(/CLSID/)
    expect(profilerFormProblem({ ...good, path: 'p.so' })).toMatch(/absolute path/)
    expect(profilerFormProblem({ ...good, timeoutSeconds: '' })).toMatch(/timeout/)
  })
})

describe('the checks of a library', () => {
  it('distinguish a fault from what cannot be checked', () => {
    const facts = {
      path: '/p.so',
      visiblePath: '/p.so',
      isThere: true,
      isReadableByTarget: true,
      isSharedLibrary: true,
      fitsArchitecture: false,
      hasEntryPoint: null,
      ownerName: 'mara',
    }
    expect(libraryWords(facts).map(({ state }) => state)).toEqual(['ok', 'ok', 'bad', 'unknown', 'ok'])
    expect(libraryWords({ ...facts, isThere: null })).toHaveLength(1)
  })
})
