import { Autocomplete } from '@base-ui/react/autocomplete'
import { ListFilter, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { completeFilter, type FilterItem, type FilterWords } from '../../../../shared/filter/complete-filter.ts'
import type { FilterError } from '../../../../shared/filter/filter-node.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import popup from '../../../ui/overlay/popup.module.css'
import styles from './filter-field.module.css'
import { eventsLabels } from './events-labels.ts'

interface FilterFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: FilterError | null
  readonly words: FilterWords
}

/** An item of the list: what the field holds once it is chosen. */
interface Choice extends FilterItem {
  readonly result: string
  readonly caret: number
}

const kindWords = { field: 'field', operator: 'operator', value: 'name', word: 'logic' } as const

/** The filter of events, completed while it is typed. What is wrong is said under it, where it is wrong. */
export function FilterField({ value, onChange, error, words }: FilterFieldProps) {
  const input = useRef<HTMLInputElement | null>(null)
  const [caret, setCaret] = useState(value.length)
  const wantedCaret = useRef<number | null>(null)
  const { at, length, items } = completeFilter(value, Math.min(caret, value.length), words)
  const choices = items.map((item): Choice => {
    const before = `${value.slice(0, at)}${item.text}${item.kind === 'value' ? '' : ' '}`
    return { ...item, result: `${before}${value.slice(at + length)}`, caret: before.length }
  })
  useLayoutEffect(() => {
    const wanted = wantedCaret.current
    // Somebody typed on.
    if (wanted === null || input.current?.value !== value) return
    wantedCaret.current = null
    input.current.setSelectionRange(wanted, wanted)
  }, [value])
  const readCaret = (): void => setCaret(input.current?.selectionStart ?? value.length)
  return (
    <div className={styles.whole}>
      <Autocomplete.Root
        items={choices}
        mode="none"
        value={value}
        itemToStringValue={({ result }: Choice) => result}
        onValueChange={(next, { reason }) => {
          const chosen = reason === 'item-press' ? choices.find(({ result }) => result === next) : undefined
          wantedCaret.current = chosen?.caret ?? null
          onChange(next)
          if (chosen === undefined) readCaret()
          else setCaret(chosen.caret)
        }}
      >
        <Autocomplete.InputGroup className={cx(styles.field, error !== null && styles.invalid)}>
          <Icon icon={ListFilter} className={styles.icon} />
          <Autocomplete.Input
            ref={input}
            aria-label={eventsLabels.filterField.filterEvents}
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : 'event-filter-error'}
            placeholder={eventsLabels.filterField.placeholder}
            spellCheck={false}
            autoComplete="off"
            maxLength={500}
            className={styles.input}
            data-event-filter
            onSelect={readCaret}
            onKeyDown={(event) => {
              if (
                event.key !== 'Escape' ||
                value === '' ||
                event.currentTarget.getAttribute('aria-expanded') === 'true'
              )
                return
              event.preventDefault()
              event.stopPropagation()
              onChange('')
            }}
          />
          {value !== '' && (
            <IconButton
              icon={X}
              label={eventsLabels.filterField.clearFilter}
              size="small"
              onClick={() => onChange('')}
            />
          )}
        </Autocomplete.InputGroup>
        {choices.length > 0 && (
          <Autocomplete.Portal>
            <Autocomplete.Positioner className={popup.positioner} sideOffset={4} align="start">
              <Autocomplete.Popup className={cx(popup.popup, popup.menu, styles.list)}>
                <Autocomplete.List aria-label={eventsLabels.filterField.completions}>
                  {(choice: Choice) => (
                    <Autocomplete.Item
                      key={`${choice.kind} ${choice.text}`}
                      value={choice}
                      className={cx(popup.item, styles.item)}
                    >
                      <code>{choice.text}</code>
                      <span className={styles.kind}>{kindWords[choice.kind]}</span>
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        )}
      </Autocomplete.Root>
      {error !== null && <FilterFault filter={value} error={error} />}
    </div>
  )
}

/** The filter with the place that is wrong marked, and why. */
function FilterFault({
  filter,
  error: { message, at, length },
}: {
  readonly filter: string
  readonly error: FilterError
}) {
  const end = at + Math.max(1, length)
  return (
    <div className={styles.fault} id="event-filter-error" role="alert">
      <code className={styles.faulty} aria-hidden>
        {filter.slice(0, at)}
        <mark>{filter.slice(at, end) || '\u00a0'}</mark>
        {filter.slice(end)}
      </code>
      <span>{eventsLabels.filterField.problemAt(String(at + 1), message)}</span>
    </div>
  )
}
