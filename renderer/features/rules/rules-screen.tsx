import { Plus, Workflow } from 'lucide-react'
import { readyMade, type ReadyMade } from '../../../shared/rules/ready-made.ts'
import { useApp } from '../../store/create-store.ts'
import { newRuleId } from '../../store/rules-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Menu, type MenuEntry } from '../../ui/overlay/menu.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { RulesList } from './rules-list.tsx'
import { begin, importRule } from './rules-commands.ts'
import styles from './rules.module.css'
import { useStateStream } from '../../bridge/use-state-stream.ts'
import { ruleLabels } from './rule-labels.ts'

/** The rules at the left; the one that is shown, what it would have done and what it did at the right. */
export function RulesScreen() {
  const { state, error } = useStateStream('rules.state')
  const shownId = useApp(({ shownRuleId }) => shownRuleId)
  const drafts = useApp(({ ruleDrafts }) => ruleDrafts)
  if (error !== null) return <ErrorState isCentred error={error} title={ruleLabels.page.couldntRead} />
  if (state === null) return <div className={styles.screen} aria-busy />
  const entry = state.rules.find(({ id }) => id === shownId) ?? (shownId === newRuleId ? undefined : state.rules[0])
  const isNew = shownId === newRuleId && drafts[newRuleId] !== undefined
  const id = isNew ? newRuleId : entry?.id
  const rule = id === undefined ? undefined : (drafts[id] ?? entry?.rule)
  return (
    <div className={styles.screen}>
      <aside className={styles.side} aria-label={ruleLabels.page.rules}>
        <header className={styles.head}>
          <h1 className={styles.title}>{ruleLabels.page.rules}</h1>
          <Button kind="quiet" onClick={importRule}>
            {ruleLabels.page.import}
          </Button>
          <NewRuleMenu />
        </header>
        <RulesList state={state} shownId={id ?? null} hasNew={drafts[newRuleId] !== undefined} />
      </aside>
      {id === undefined || rule === undefined ? (
        <Welcome />
      ) : (
        <RuleEditor key={id} id={id} rule={rule} entry={isNew ? undefined : entry} journal={state.journal} />
      )}
    </div>
  )
}

function NewRuleMenu() {
  const entries: MenuEntry[] = readyMade.map(({ rule }) => ({
    kind: 'item',
    label: rule.name,
    run: () => begin(rule),
  }))
  return (
    <Menu
      align="end"
      trigger={
        <Button kind="primary" icon={Plus}>
          {ruleLabels.page.newRule}
        </Button>
      }
      entries={[{ kind: 'heading', label: ruleLabels.page.startFrom }, ...entries]}
    />
  )
}

function Welcome() {
  return (
    <section className={styles.welcome} aria-label={ruleLabels.page.readyMadeRules}>
      <EmptyState icon={Workflow} title={ruleLabels.page.noRulesYet} text={ruleLabels.page.welcome} />
      <ul className={styles.ready}>
        {readyMade.map((ready) => (
          <ReadyCard key={ready.id} ready={ready} />
        ))}
      </ul>
    </section>
  )
}

function ReadyCard({ ready }: { readonly ready: ReadyMade }) {
  return (
    <li>
      <button type="button" className={styles.card} onClick={() => begin(ready.rule)}>
        <span className={styles.cardTitle}>{ready.rule.name}</span>
        <span className="muted">{ready.text}</span>
      </button>
    </li>
  )
}
