import { findBooks } from '#web/catalogue/book/form/book-options.ts'
import { api } from '#web/frame/session/session.ts'
import { Field } from '#web/ui/field.tsx'
import { Finder } from '#web/ui/finder.tsx'
import { LongField } from '#web/ui/long-field.tsx'
import { hasSpot, type StopForm } from './tour-form-state.ts'

interface StopFieldsProps {
  stop: StopForm
  at: number
  count: number
  /** Error messages, keyed by the path of the form field within the tour. */
  errors: Record<string, string>
  onChange: (stop: StopForm) => void
  /** Callback that moves the tour stop by one position; it receives -1 or 1. */
  onMove: (step: 1 | -1) => void
  onRemove: () => void
}

const findPlaces = async (query: string, signal: AbortSignal) => (await api.place.find({ query }, signal)).list

/** Form fields of one stop of a tour. Alt with an up or down arrow key moves the stop within the tour. */
export function StopFields({ stop, at, count, errors, onChange, onMove, onRemove }: StopFieldsProps) {
  const error = (field: string) => errors[`stops.${at}.${field}`]
  return (
    <li data-part={at}>
      <fieldset className="tour-stop">
        <legend>第 {at + 1} 站</legend>
        <Field
          label="题目（2–20 字）"
          name={`title-${at}`}
          autoComplete="off"
          value={stop.title}
          error={error('title')}
          onChange={({ target }) => onChange({ ...stop, title: target.value })}
        />
        <LongField
          label="在这里讲的（30–160 字）"
          name={`text-${at}`}
          rows={3}
          maxLength={200}
          value={stop.text}
          error={error('text')}
          count={` 现在 ${[...stop.text].length} 字`}
          onChange={({ target }) => onChange({ ...stop, text: target.value })}
        />
        <StopSubject stop={stop} error={error('place')} onChange={onChange} />
        <Field
          label="地图放多大（1–16）"
          name={`zoom-${at}`}
          inputMode="decimal"
          value={stop.zoom}
          error={error('zoom')}
          onChange={({ target }) => onChange({ ...stop, zoom: target.value })}
        />
        <StopButtons at={at} count={count} onMove={onMove} onRemove={onRemove} />
      </fieldset>
    </li>
  )
}

interface StopSubjectProps extends Pick<StopFieldsProps, 'stop' | 'onChange'> {
  error: string | undefined
}

/** Search fields for the place and the book of a tour's stop. */
function StopSubject({ stop, error, onChange }: StopSubjectProps) {
  return (
    <>
      <p className={error && 'field-error'}>
        {stop.placeName ? `在${stop.placeName}` : '还没有选地方'}
        {hasSpot(stop) && `（${stop.lng.toFixed(2)}，${stop.lat.toFixed(2)}）`}
        {stop.bookTitle && `，讲《${stop.bookTitle}》`}
        {stop.bookTitle && (
          <button
            type="button"
            className="button button-quiet"
            onClick={() => onChange({ ...stop, bookId: null, bookTitle: '' })}
          >
            不讲这本书
          </button>
        )}
      </p>
      <div className="admin-fields">
        <Finder
          label="换一处地方"
          placeholder="中文、拼音或英文"
          ask={findPlaces}
          keyOf={({ placeId, name, lng }) => placeId ?? `${name} ${lng}`}
          nameOf={({ name, variant }) => (variant === null ? name : `${name}（${variant}）`)}
          noteOf={({ region }) => region}
          onPick={({ placeId, name, lng, lat }) => onChange({ ...stop, placeId, placeName: name, lng, lat })}
        />
        <Finder
          label="换一本书"
          placeholder="书名、作者、拼音"
          ask={findBooks}
          keyOf={(book) => book.id}
          nameOf={({ title }) => title}
          noteOf={({ authors }) => authors}
          onPick={(book) => onChange({ ...stop, bookId: book.id, bookTitle: book.title })}
        />
      </div>
    </>
  )
}

function StopButtons({ at, count, onMove, onRemove }: Pick<StopFieldsProps, 'at' | 'count' | 'onMove' | 'onRemove'>) {
  return (
    <p className="form-buttons">
      <button type="button" className="button button-quiet" disabled={at === 0} onClick={() => onMove(-1)}>
        上移 <kbd>Alt ↑</kbd>
      </button>
      <button type="button" className="button button-quiet" disabled={at === count - 1} onClick={() => onMove(1)}>
        下移 <kbd>Alt ↓</kbd>
      </button>
      <button type="button" className="button button-quiet" disabled={count <= 2} onClick={onRemove}>
        去掉<span className="visually-hidden">第 {at + 1} 站</span>
      </button>
    </p>
  )
}
