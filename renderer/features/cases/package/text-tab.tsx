import { useState } from 'react'
import { Select } from '../../../ui/controls/select.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Banner } from '../../../ui/layout/pane.tsx'
import { Busy } from '../../../ui/layout/skeleton.tsx'
import { usePackageText } from './use-package.ts'
import { packageLabels } from './package-labels.ts'
import styles from './package.module.css'

interface TextTabProps {
  readonly documentId: string
  /** Of the same kind, one for each process. */
  readonly names: readonly string[]
}

/** More in one element makes the page slow. */
const maxShownChars = 1_000_000

/** A text as it is in the package. */
export function TextTab({ documentId, names }: TextTabProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const name = chosen ?? names[0] ?? null
  const { text, error } = usePackageText(documentId, name)
  if (error !== null) return <ErrorState error={error} title={packageLabels.text.couldntRead(name ?? '')} />
  const isCut = text !== null && (text.isCut || text.text.length > maxShownChars)
  return (
    <div className={styles.text}>
      <WhichProcess names={names} name={name} onChange={setChosen} />
      {isCut && <Banner tone="note">{packageLabels.text.cut}</Banner>}
      {text === null ? (
        <Busy />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must take the focus
        <pre className={styles.pre} tabIndex={0} aria-label={name ?? ''}>
          {text.text.slice(0, maxShownChars)}
        </pre>
      )}
    </div>
  )
}

interface WhichProcessProps {
  readonly names: readonly string[]
  readonly name: string | null
  readonly onChange: (name: string) => void
}

/** Only where a case has several processes. */
export function WhichProcess({ names, name, onChange }: WhichProcessProps) {
  if (names.length < 2 || name === null) return null
  return (
    <Select
      label={packageLabels.text.file}
      size="small"
      value={name}
      options={names.map((one) => ({ value: one, label: one }))}
      onChange={onChange}
      className={styles.which}
    />
  )
}
