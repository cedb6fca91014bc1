import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { DumpResult } from '../../../shared/model/dump.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { copyText } from '../../commands/page-actions.ts'
import styles from './dump-outcome.module.css'
import { opensWith, type Debugger } from './opens-with.ts'
import { dumpLabels } from './dump-labels.ts'

/** The way in for each debugger, ready to be pasted. */
export function HowToOpen({ result }: { readonly result: DumpResult }) {
  const choices = opensWith(result)
  const [chosen, setChosen] = useState<Debugger>('dotnet-dump')
  const way = choices.find(({ id }) => id === chosen) ?? choices[0]
  if (way === undefined) return null
  return (
    <section className={styles.howTo} aria-label={dumpLabels.howToOpen.howToOpenThis}>
      <div className={styles.howHead}>
        <h2 className={styles.heading}>{dumpLabels.howToOpen.howToOpenThis}</h2>
        <SegmentedControl
          label={dumpLabels.howToOpen.debugger}
          size="small"
          segments={choices.map(({ id, title }) => ({ value: id, label: title }))}
          value={way.id}
          onChange={setChosen}
        />
      </div>
      <div className={styles.command}>
        <pre className={styles.raw}>{way.commands.join('\n')}</pre>
        <IconButton
          icon={Copy}
          size="small"
          label={dumpLabels.howToOpen.copyCommands}
          onClick={() => copyText(way.commands.join('\n'), dumpLabels.howToOpen.commandsCopied)}
        />
      </div>
      <dl className={styles.asks}>
        {way.asks.map(([command, text]) => (
          <div key={command}>
            <dt>{command}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>{way.note}</p>
    </section>
  )
}
