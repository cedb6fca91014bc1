import { Copy, Search } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { EnvironmentVariable, ProcessRow } from '../../../../shared/model/process.ts'
import { background, invoke } from '../../../bridge/bridge.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { copyVariable } from '../actions.ts'
import { environmentEntries, maskedValue, type EnvironmentEntry } from '../model/environment.ts'
import styles from './card.module.css'
import { useReply } from './use-reply.ts'
import { processLabels } from '../process-labels.ts'
import { reportAs } from '../../../commands/page-actions.ts'

/** What the process was started with. Values stay in main until one is revealed, and are forgotten with this card. */
export function EnvironmentBlock({ row }: { readonly row: ProcessRow }) {
  const { state, askAgain } = useReply('processes.environment', row.key, row.state)
  const [isSearching, setIsSearching] = useState(false)
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isSearching) field.current?.focus()
  }, [isSearching])
  const count = state.kind === 'done' ? state.value.length : null
  return (
    <section className={styles.block} aria-labelledby={`environment-${row.pid}`}>
      <div className={styles.blockHead}>
        <h3 id={`environment-${row.pid}`} className={styles.blockTitle}>
          {processLabels.environmentBlock.environment}
        </h3>
        {count !== null && <span className={styles.caption}>{processLabels.environmentBlock.valuesMasked(count)}</span>}
        <span className="grow" />
        <IconButton
          icon={Search}
          label={processLabels.environmentBlock.searchVariables}
          size="small"
          isPressed={isSearching}
          onClick={() => {
            setIsSearching(!isSearching)
            setSearch('')
          }}
        />
      </div>
      {isSearching && (
        <SearchField
          label={processLabels.environmentBlock.variableName}
          value={search}
          onChange={setSearch}
          inputRef={field}
          className={styles.search}
        />
      )}
      {state.kind === 'waiting' && <Skeleton width="80%" height={12} />}
      {state.kind === 'failed' && (
        <ErrorState
          error={state.error}
          title={processLabels.environmentBlock.couldntRead}
          action={<Button onClick={askAgain}>{processLabels.environmentBlock.tryAgain}</Button>}
        />
      )}
      {state.kind === 'done' && <Variables row={row} variables={state.value} search={search} />}
    </section>
  )
}

interface VariablesProps {
  readonly row: ProcessRow
  readonly variables: readonly EnvironmentVariable[]
  readonly search: string
}

function Variables({ row, variables, search }: VariablesProps) {
  const [revealed, setRevealed] = useState<ReadonlyMap<string, string>>(new Map())
  const entries = useMemo(() => environmentEntries(variables, revealed, search), [variables, revealed, search])
  const reveal = (name: string) => {
    background(
      invoke('processes.reveal', { key: row.key, name }).then(({ value }) => {
        setRevealed((before) => new Map(before).set(name, value))
      }),
      'processes.reveal',
      reportAs(processLabels.environmentBlock.couldntReadValue(name)),
    )
  }
  const hide = (name: string) => {
    setRevealed((before) => new Map([...before].filter(([other]) => other !== name)))
  }
  if (entries.length === 0) {
    return (
      <p className={styles.caption}>
        {search === '' ? processLabels.environmentBlock.noVariables : processLabels.environmentBlock.noVariablesMatch}
      </p>
    )
  }
  return (
    <ul className={styles.environment} aria-label={processLabels.environmentBlock.variables}>
      {entries.map((entry) => (
        <VariableRow
          key={entry.name}
          entry={entry}
          canHide={revealed.has(entry.name)}
          onReveal={() => reveal(entry.name)}
          onHide={() => hide(entry.name)}
          onCopy={() => copyVariable(row.key, entry.name)}
        />
      ))}
    </ul>
  )
}

interface VariableRowProps {
  readonly entry: EnvironmentEntry
  readonly canHide: boolean
  readonly onReveal: () => void
  readonly onHide: () => void
  readonly onCopy: () => void
}

function VariableRow({ entry, canHide, onReveal, onHide, onCopy }: VariableRowProps) {
  return (
    <li className={styles.variable} data-name={entry.name}>
      <span className="mono ellipsis selectable" title={entry.name}>
        {entry.name}
      </span>
      <ShownValue entry={entry} />
      <IconButton
        icon={Copy}
        label={processLabels.environmentBlock.copyValueOf(entry.name)}
        size="small"
        className={styles.inlineButton}
        onClick={onCopy}
      />
      {entry.isRevealed ? (
        canHide ? (
          <Button kind="link" aria-label={processLabels.environmentBlock.hideValueOf(entry.name)} onClick={onHide}>
            {processLabels.environmentBlock.hide}
          </Button>
        ) : (
          <span className={styles.caption}>{processLabels.environmentBlock.shown}</span>
        )
      ) : (
        <Button kind="link" aria-label={processLabels.environmentBlock.revealValueOf(entry.name)} onClick={onReveal}>
          {processLabels.environmentBlock.reveal}
        </Button>
      )}
    </li>
  )
}

function ShownValue({ entry }: { readonly entry: EnvironmentEntry }) {
  if (entry.value === null && entry.valueLength > 0) {
    return (
      <span className={styles.masked}>
        <span aria-hidden>{maskedValue(entry.valueLength)}</span>
        <span className="visually-hidden">{processLabels.environmentBlock.masked}</span>
      </span>
    )
  }
  const value = entry.value ?? ''
  return value === '' ? (
    <span className={styles.caption}>{processLabels.environmentBlock.empty}</span>
  ) : (
    <span className={`mono selectable ${styles.value ?? ''}`} title={value}>
      {value}
    </span>
  )
}
