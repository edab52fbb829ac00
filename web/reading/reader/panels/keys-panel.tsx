import { keyList } from './reader-keys.ts'

export function KeysPanel() {
  return (
    <dl className="key-list">
      {keyList.map(([keys, meaning]) => (
        <div key={keys}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
