import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AppError, DiagnosticsError } from '../../../../shared/base/errors.ts'
import type { Reply } from '../../../../shared/contract/index.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { useSettledAnswer } from './use-settled-answer.ts'

type Text = Reply<'cases.text'>

interface Asked {
  readonly name: string
  readonly answer: () => Promise<void>
  readonly fail: (error: AppError) => Promise<void>
}

function Shown({ name }: { readonly name: string | null }) {
  const request = name === null ? null : { documentId: 'case-1', name }
  const { answer, error } = useSettledAnswer('cases.text', request)
  return <p>{[answer?.reply.text ?? 'nothing', ...(error === null ? [] : [error.kind])].join(', ')}</p>
}

const shows = (text: string) => waitFor(() => expect(screen.getByText(text)).toBeTruthy())

describe('the settled answer', () => {
  let asked: Asked[]
  beforeEach(() => {
    asked = []
    installFakeBridge({
      'cases.text': ({ name }) =>
        new Promise<Text>((resolve, reject) => {
          asked.push({
            name,
            answer: () => act(async () => resolve({ text: `text of ${name}`, isCut: false })),
            fail: (error) => act(async () => reject(new DiagnosticsError(error))),
          })
        }),
    })
  })
  const names = () => asked.map(({ name }) => name)

  it('is of the question at which it came to rest; those in between are not asked', async () => {
    const { rerender } = render(<Shown name="first" />)
    rerender(<Shown name="second" />)
    rerender(<Shown name="third" />)
    expect(names()).toEqual(['first'])
    await asked[0]!.answer()
    await shows('text of first')
    await waitFor(() => expect(names()).toEqual(['first', 'third']))
    await asked[1]!.answer()
    await shows('text of third')
  })

  it('is not asked for again by a view that was away', async () => {
    const { rerender } = render(<Shown name="first" />)
    await asked[0]!.answer()
    rerender(<Shown name={null} />)
    rerender(<Shown name="first" />)
    await shows('text of first')
    rerender(<Shown name="second" />)
    expect(names()).toEqual(['first', 'second'])
  })

  it('is asked for again after an error', async () => {
    const { rerender } = render(<Shown name="first" />)
    await asked[0]!.answer()
    rerender(<Shown name="second" />)
    await asked[1]!.fail({ kind: 'timeout', operation: 'x', timeoutMs: 1 })
    await shows('text of first, timeout')
    rerender(<Shown name="first" />)
    await waitFor(() => expect(names()).toEqual(['first', 'second', 'first']))
    await asked[2]!.answer()
    await shows('text of first')
  })
})
