import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { formatBytes, formatCount, quantityText } from '../../../shared/base/format.ts'
import { ValueText } from './value.tsx'

const unitOf = (text: string) => render(<ValueText text={text} />).container.querySelector('span')?.textContent ?? null

describe('a written value', () => {
  it('has its unit in a lighter tone, and reads as before', () => {
    const text = quantityText(formatBytes(2285))
    expect(render(<ValueText text={text} />).container.textContent).toBe(text)
    expect(unitOf(text)).toBe('\u2009KiB')
  })

  it('keeps thousands together and words as they are', () => {
    expect([formatCount(41_671), '–', 'NonConcurrentGC'].map(unitOf)).toEqual([null, null, null])
  })
})
