import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AppError, DiagnosticsError } from '../../shared/base/errors.ts'
import type { Reply } from '../../shared/contract/index.ts'
import { installFakeBridge } from '../testing/fake-bridge.ts'
import { useLatestAnswer } from './use-latest-answer.ts'

type Text = Reply<'cases.text'>

interface Asked {
  readonly answer: (text: string) => void
  readonly fail: (error: AppError) => void
}

describe('the latest answer', () => {
  let asked: Map<string, Asked>
  beforeEach(() => {
    asked = new Map()
    installFakeBridge({
      'cases.text': ({ name }) =>
        new Promise<Text>((answer, fail) => {
          asked.set(name, {
            answer: (text) => answer({ text, isCut: false }),
            fail: (error) => fail(new DiagnosticsError(error)),
          })
        }),
    })
  })

  it('is that of the newest question, whichever is answered first', async () => {
    const { rerender } = render(<Shown name="first" />)
    rerender(<Shown name="second" />)
    asked.get('second')?.answer('two')
    await waitFor(() => expect(screen.getByText('two, of second')).toBeTruthy())
    asked.get('first')?.answer('one')
    await act(async () => new Promise((resolve) => setTimeout(resolve, 0)))
    expect(screen.getByText('two, of second')).toBeTruthy()
  })

  it('stays, with its question, until the next is there', async () => {
    const { rerender } = render(<Shown name="first" />)
    asked.get('first')?.answer('one')
    await waitFor(() => expect(screen.getByText('one, of first')).toBeTruthy())
    rerender(<Shown name="second" />)
    expect(screen.getByText('one, of first, outdated')).toBeTruthy()
    rerender(<Shown name={null} />)
    expect(screen.getByText('one, of first')).toBeTruthy()
    expect([...asked.keys()]).toEqual(['first', 'second'])
  })

  it('gives way to an error, and the error to the next answer', async () => {
    const { rerender } = render(<Shown name="first" />)
    asked.get('first')?.fail({ kind: 'timeout', operation: 'x', timeoutMs: 1 })
    await waitFor(() => expect(screen.getByText('timeout')).toBeTruthy())
    rerender(<Shown name="second" />)
    asked.get('second')?.answer('two')
    await waitFor(() => expect(screen.getByText('two, of second')).toBeTruthy())
  })
})

function Shown({ name }: { readonly name: string | null }) {
  const { value, of, error, isOutdated } = useLatestAnswer(
    'cases.text',
    name === null ? null : { documentId: 'a', name },
  )
  if (error !== null) return <p>{error.kind}</p>
  return <p>{`${value?.text ?? 'nothing'}, of ${of?.name ?? 'nothing'}${isOutdated ? ', outdated' : ''}`}</p>
}
