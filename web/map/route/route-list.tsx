import { ChevronDown } from 'lucide'
import { useLocation } from 'react-router'
import type { Route, RouteKind } from '#shared/api/place/route.ts'
import { Icon } from '#web/ui/icon.tsx'
import { routeColours } from '#web/frame/globe/layers/route-colours.ts'
import { routeKindNames } from './route-kinds.ts'
import { useShownRoutes } from './shown-routes.ts'
import { filterOf, readMapAddress } from '#web/frame/globe/state/map-address.ts'
import { usePlay } from '#web/map/state/play-store.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'
import './route-list.css'

/**
 * List of the historic routes on the map, grouped by kind. Users can find a route in this list by its name or with the
 * keyboard, and choose whether the map shows all routes.
 */
export function RouteList() {
  const { search } = useLocation()
  const filter = filterOf(readMapAddress(search))
  const routes = useShownRoutes(filter)
  const countAll = useView((state) => state.routes?.length ?? 0)
  const areAllShown = useView((state) => state.areAllRoutesShown)
  const areMissing = useView((state) => state.haveRoutesFailed)
  const isOfYears = filter.from !== undefined || filter.to !== undefined
  const hasTour = usePlay(({ playData }) => playData.length > 0)
  if (areMissing) return <p className="route-list">路线没有取到，请关闭再打开试一次。</p>
  if (routes === null) return null
  const groups = groupRoutes(routes)
  const some = isOfYears ? '这个时期的' : hasTour ? '漫游经过的' : ''
  return (
    <div className="route-list">
      {some !== '' && (
        <button
          type="button"
          className="route-all"
          onClick={() => useView.setState({ areAllRoutesShown: !areAllShown })}
        >
          {areAllShown ? `只看${some}` : `看全部 ${countAll} 条`}
        </button>
      )}
      <details>
        <summary>
          <span className="route-list-title">
            {`${areAllShown ? '' : some}${routes.length} 条路线`}
            <Icon of={ChevronDown} size={16} />
          </span>
          <span className="route-legend">
            {groups.map(({ kind }) => (
              <span key={kind}>
                <i style={{ background: routeColours[kind] }} />
                {routeKindNames[kind]}
              </span>
            ))}
          </span>
        </summary>
        {groups.map(({ kind, group }) => (
          <RouteGroup key={kind} kind={kind} routes={group} />
        ))}
        <p className="route-note">线路据沿途城镇连成，仅为示意。</p>
      </details>
    </div>
  )
}

/** Groups the routes by kind, in the order of the names of the kinds. In a group, routes with more books come first. */
function groupRoutes(routes: Route[]) {
  const byKind = Map.groupBy(routes, ({ kind }) => kind)
  return (Object.keys(routeKindNames) as RouteKind[]).flatMap((kind) => {
    const group = byKind.get(kind)?.toSorted((one, other) => other.books.length - one.books.length)
    return group === undefined ? [] : [{ kind, group }]
  })
}

function RouteGroup({ kind, routes }: { kind: RouteKind; routes: Route[] }) {
  const openedRouteId = useView((state) => state.openedRouteId)
  return (
    <section>
      <h2>{routeKindNames[kind]}</h2>
      <ul>
        {routes.map(({ id, name, period }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === openedRouteId}
              onClick={() => useView.setState({ openedRouteId: id })}
            >
              {name}
              <span>{period}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
