import { useRef, useState, type ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { liveLabels } from './live-labels.ts'

interface NameDialogProps {
  readonly title: string
  readonly label: string
  readonly initial: string
  readonly confirm: string
  readonly description?: string
  readonly maxLength?: number
  /** Why this name cannot be; null = it can. */
  readonly problemOf?: (name: string) => string | null
  readonly onConfirm: (name: string) => void
  readonly onClose: () => void
  /** Further buttons at the left of the foot. */
  readonly extra?: ReactNode
}

/** Asks for one line of text. Mounted while it is open. */
export function NameDialog({
  title,
  label,
  initial,
  confirm,
  description,
  maxLength = 200,
  problemOf,
  onConfirm,
  onClose,
  extra,
}: NameDialogProps) {
  const [name, setName] = useState(initial)
  const field = useRef<HTMLInputElement | null>(null)
  const trimmed = name.trim()
  const problem = trimmed === initial ? null : (problemOf?.(trimmed) ?? null)
  const canConfirm = trimmed !== '' && problem === null
  const submit = () => {
    if (!canConfirm) return
    onConfirm(trimmed)
    onClose()
  }
  return (
    <Dialog
      isOpen
      title={title}
      {...(description === undefined ? {} : { description })}
      onClose={onClose}
      initialFocus={field}
      footer={
        <>
          {extra}
          <Button onClick={onClose}>{liveLabels.nameDialog.cancel}</Button>
          <Button kind="primary" disabled={!canConfirm} onClick={submit}>
            {confirm}
          </Button>
        </>
      }
    >
      <Input
        label={label}
        value={name}
        maxLength={maxLength}
        problem={problem}
        ref={field}
        // What is suggested is written over by the first letter.
        onFocus={(event) => event.currentTarget.select()}
        onChange={setName}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The focus goes back to what opened the dialog, which would take this very key for a press.
          event.preventDefault()
          submit()
        }}
      />
    </Dialog>
  )
}
