import { Check, Download, Pause, ShieldCheck, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import * as v from 'valibot'
import type { Fired, RuleEntry } from '../../../shared/model/rules.ts'
import { ruleSchema, type Rule } from '../../../shared/rules/rule.ts'
import { notKeptLines } from '../../../shared/words/rule-problem-words.ts'
import { appStore } from '../../store/create-store.ts'
import { newRuleId } from '../../store/rules-slice.ts'
import { Chip } from '../../ui/chip.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Banner } from '../../ui/layout/pane.tsx'
import { DryRunPane } from './dry-run-pane.tsx'
import { FiredPane } from './fired-pane.tsx'
import { actionReason, heldText, offWords } from './rule-words.ts'
import { RuleSentence } from './rule-sentence.tsx'
import { exportRule, remove, save, setArmed } from './rules-commands.ts'
import { costText, isChanged, isPausing } from './rules-model.ts'
import { ruleLabels } from './rule-labels.ts'
import styles from './rules.module.css'

interface RuleEditorProps {
  readonly id: string
  /** As it is shown: with what was changed. */
  readonly rule: Rule
  /** As it is kept; undefined: never saved. */
  readonly entry: RuleEntry | undefined
  readonly journal: readonly Fired[]
}

export function RuleEditor({ id, rule, entry, journal }: RuleEditorProps) {
  const change = (part: Partial<Rule>) => {
    const next = { ...rule, ...part }
    appStore.getState().draftRule(id, isChanged(next, entry?.rule) ? next : null)
  }
  const problem = problemOf(rule)
  return (
    <section className={styles.main} aria-label={rule.name}>
      <EditorHead id={id} rule={rule} entry={entry} problem={problem} onRename={(name) => change({ name })} />
      {entry?.off != null && (
        <Banner tone="bad">
          <strong>{offWords[entry.off.reason]}.</strong>{' '}
          {entry.off.detail !== '' && `${ruleLabels.editor.firstFailed(actionReason(entry.off.detail))} `}
          {ruleLabels.editor.correctIt}
        </Banner>
      )}
      {entry?.heldBy != null && (
        <Banner tone="note">
          <strong>{heldText(entry.heldBy)}.</strong> {ruleLabels.editor.heldElsewhere}
        </Banner>
      )}
      {notKeptLines(entry?.watched ?? []).map(({ names, text }) => (
        <Banner key={text} tone="warn">
          <strong>{ruleLabels.editor.notKept(names)}</strong> {text}
        </Banner>
      ))}
      <div className={styles.scroll}>
        <RuleSentence rule={rule} onChange={change} />
        <p className={styles.cost}>
          <Icon icon={isPausing(rule) ? Pause : ShieldCheck} />
          {problem ?? costText(rule)}
        </p>
        <DryRunPane rule={rule} isPossible={problem === null} />
        <FiredPane lines={journal.filter(({ ruleId }) => ruleId === id)} />
      </div>
    </section>
  )
}

/** The first thing that keeps it from being saved. */
function problemOf(rule: Rule): string | null {
  const parsed = v.safeParse(ruleSchema, rule)
  if (parsed.success) return null
  const place = v.getDotPath(parsed.issues[0]) ?? ''
  if (place === '') return ruleLabels.editor.afterExit
  return place.endsWith('path') ? ruleLabels.editor.programPath : ruleLabels.editor.fieldOutOfRange
}

interface HeadProps extends Omit<RuleEditorProps, 'journal'> {
  readonly problem: string | null
  readonly onRename: (name: string) => void
}

function EditorHead({ id, rule, entry, problem, onRename }: HeadProps) {
  const isNew = id === newRuleId
  const isDrafted = isNew || isChanged(rule, entry?.rule)
  const name = useRef<HTMLInputElement>(null)
  // What it was begun with has gone: a card of the page that the editor takes the place of.
  useEffect(() => {
    if (isNew) name.current?.focus()
  }, [isNew])
  return (
    <header className={styles.editorHead}>
      <Input
        ref={name}
        label={ruleLabels.editor.name}
        className={styles.name}
        value={rule.name}
        onChange={onRename}
        aria-invalid={rule.name === ''}
      />
      {isDrafted ? (
        <Chip tone="accent">{isNew ? ruleLabels.editor.notSaved : ruleLabels.editor.changedNotSaved}</Chip>
      ) : (
        <StateChip entry={entry} />
      )}
      <span className={styles.grow} />
      {isDrafted ? (
        <>
          <Button onClick={() => discard(id)}>{isNew ? ruleLabels.editor.discard : ruleLabels.editor.revert}</Button>
          <Button kind="primary" icon={Check} disabled={problem !== null} onClick={() => save(id, rule)}>
            {entry?.isArmed === true ? ruleLabels.editor.saveAndDisarm : ruleLabels.editor.saveRule}
          </Button>
        </>
      ) : (
        <>
          <IconButton icon={Download} label={ruleLabels.editor.exportToFile} onClick={() => exportRule(id)} />
          <IconButton icon={Trash2} label={ruleLabels.editor.removeRule} onClick={() => remove(id, rule.name)} />
          {entry?.isArmed === true ? (
            <Button onClick={() => setArmed(id, false)}>{ruleLabels.editor.disarm}</Button>
          ) : (
            <Button kind="primary" onClick={() => setArmed(id, true)}>
              {ruleLabels.editor.arm}
            </Button>
          )}
        </>
      )}
    </header>
  )
}

function StateChip({ entry }: { readonly entry: RuleEntry | undefined }) {
  if (entry?.heldBy != null) return <Chip tone="note">{ruleLabels.editor.armedElsewhere}</Chip>
  return entry?.isArmed === true ? (
    <Chip tone="ok">{ruleLabels.editor.armed}</Chip>
  ) : (
    <Chip tone="absent">{ruleLabels.editor.disarmed}</Chip>
  )
}

function discard(id: string): void {
  const state = appStore.getState()
  state.draftRule(id, null)
  if (id === newRuleId) state.showRule(null)
}
