import type { Edition } from '#shared/api/book/edition.ts'
import { pictureUrl } from '#shared/picture.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { yearText } from '#shared/year-text.ts'
import { Credits } from '#web/catalogue/book/credits.tsx'
import { languageName } from '#web/catalogue/book/language-name.ts'
import './edition-list.css'

/** Number of editions that are visible at once; a button shows the others. */
const fewEditions = 4

/** The editions of a book, the main one first. A book without editions shows nothing. */
export function EditionList({ editions }: { editions: Edition[] }) {
  if (editions.length === 0) return null
  const [first, others] = [editions.slice(0, fewEditions), editions.slice(fewEditions)]
  return (
    <section className="editions" aria-labelledby="editions">
      <h2 id="editions">
        版本 {editions.length > 1 && <span className="count">{editions.length} 个，第一个是主要版本</span>}
      </h2>
      <Editions editions={first} />
      {others.length > 0 && (
        <details>
          <summary className="summary-chevron">另外 {others.length} 个版本</summary>
          <Editions editions={others} />
        </details>
      )}
    </section>
  )
}

function Editions({ editions }: { editions: Edition[] }) {
  return (
    <ul>
      {editions.map((edition) => (
        <li key={edition.id}>
          {edition.cover && <Cover cover={edition.cover} />}
          <div className="edition-text">
            <Names edition={edition} />
            <Publication edition={edition} />
            {edition.source && <p className="edition-source">资料：{edition.source}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The cover of an edition; it has no alternative text, because the edition is described beside it. */
function Cover({ cover }: { cover: string }) {
  const site = useSite()
  return (
    <img
      className="edition-cover"
      src={pictureUrl(site, cover, 240)}
      width="72"
      height="108"
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}

function groupsOf({ translators, editors, illustrators }: Edition) {
  return [
    { credits: translators, act: '译' },
    { credits: editors, act: '编' },
    { credits: illustrators, act: '插图' },
  ].filter(({ credits }) => credits.length > 0)
}

/** The title of an edition, if it differs from the book's title, and the people whom the edition names. */
function Names({ edition }: { edition: Edition }) {
  const { title, language } = edition
  const groups = groupsOf(edition)
  return (
    <p className="edition-names">
      {title && (
        <cite className="edition-title" lang={language}>
          {title}
        </cite>
      )}
      {isNamedByLanguage(edition) && <span suppressHydrationWarning>{languageName(language)}版</span>}
      {groups.map(({ credits, act }) => (
        <span key={act}>
          <Credits names={credits.map(({ name }) => name)} ids={credits.map(({ personId }) => personId)} /> {act}
        </span>
      ))}
    </p>
  )
}

/**
 * Returns whether an edition has neither a title nor people of its own. The heading of such an edition is its language.
 */
const isNamedByLanguage = (edition: Edition) => edition.title === null && groupsOf(edition).length === 0

/**
 * The publisher, year, length and ISBN of an edition, its language unless it is Chinese or already named in the
 * heading, and the language from which the edition was translated.
 */
function Publication({ edition }: { edition: Edition }) {
  const { publisher, year, pages, language, translatedFrom, isbn13 } = edition
  const facts = [
    [publisher, year === null ? null : yearText(year)].filter(Boolean).join('，'),
    language === 'zh' || isNamedByLanguage(edition) ? '' : languageName(language),
    translatedFrom === null ? '' : `译自${languageName(translatedFrom)}`,
    pages === null ? '' : `${pages} 页`,
    isbn13 === null ? '' : `ISBN ${isbn13}`,
  ].filter(Boolean)
  if (facts.length === 0) return null
  return (
    <ul className="edition-facts">
      {facts.map((fact) => (
        <li key={fact} suppressHydrationWarning>
          {fact}
        </li>
      ))}
    </ul>
  )
}
