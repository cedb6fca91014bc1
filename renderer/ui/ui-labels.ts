import { countOf } from '../../shared/base/count-of.ts'

/** Labels and sentences of controls, tables, findings and other parts that every page uses, by the part that shows them. */
export const uiLabels = {
  chip: {
    remove: 'Remove',
  },
  origins: {
    colors: 'Colors',
    own: 'Your code',
    framework: 'Framework',
    base: 'Base library and runtime',
  },
  searchField: {
    clearSearch: 'Clear search',
  },
  dataGrid: {
    rowCopied: 'Row copied',
    copyCell: 'Copy cell',
    cellCopied: 'Cell copied',
    copyRow: 'Copy row',
  },
  checking: {
    checking: 'Checking',
  },
  findingDetail: {
    confidence: (label: string) => `${label} confidence`,
    evidence: 'Evidence',
    observation: 'Observation',
    count: 'Count',
    rows: 'Rows',
    evidenceAgainst: 'Evidence against',
    whatToDo: 'What to do',
    showEvidence: (label: string, text: string) => `Show in ${label}: ${text}`,
  },
  findingList: {
    checks: 'Checks',
    findings: 'Findings',
    notEnoughDataCount: (count: string) => `Not enough data, ${count}`,
    notEnoughData: 'Not enough data',
    needs: (missing: string) => `Needs ${missing}`,
    noProblemCount: (count: string) => `No problem found, ${count}`,
    noProblem: 'No problem found',
    confidence: (label: string) => `${label} confidence`,
  },
  findingsPane: {
    noProblems: 'No problems found',
  },
  errorState: {
    details: 'Details',
  },
  plainTable: {
    rowCopied: 'Row copied',
    tableCopied: 'Table copied',
    copyRow: 'Copy row',
    copyTable: 'Copy table',
  },
  dialog: {
    close: 'Close',
  },
  lostEvents: {
    dropped: (count: number) =>
      `${countOf(count, 'event was', 'events were')} dropped by the runtime because its buffer was full. To lose fewer, use a larger buffer, fewer providers or a lower level.`,
  },
  checksum: {
    copyChecksum: 'Copy checksum',
    checksumCopied: 'Checksum copied',
    calculating: 'Calculating…',
    sha256: 'SHA-256',
  },
  maskedText: {
    hide: 'Hide',
    reveal: 'Reveal',
  },
} as const
