-- The common parts of the fillings of all benchmarks: ids, the texts of blocks, and a detail for each category.

CREATE FUNCTION pg_temp.ulid(kind text, number bigint) RETURNS text IMMUTABLE LANGUAGE sql AS $$
  SELECT '0' || kind || lpad(upper(to_hex(number)), 24, '0')
$$;

-- The texts of blocks, as src/modules/assets/stored-blocks.ts writes them. No asset of the benchmarks has an empty block.
CREATE FUNCTION pg_temp.as_json(value anyelement) RETURNS text LANGUAGE sql AS $$
  SELECT coalesce(to_json(value)::text, 'null')
$$;
CREATE FUNCTION pg_temp.as_instant(at timestamptz) RETURNS text LANGUAGE sql AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
CREATE FUNCTION pg_temp.as_list(items text[]) RETURNS text LANGUAGE sql AS $$
  SELECT '[' || coalesce(array_to_string(items, ','), '') || ']'
$$;
CREATE FUNCTION pg_temp.collection(id text, name text) RETURNS text LANGUAGE sql AS $$
  SELECT format('{"id":%s,"name":%s}', to_json(id), to_json(name)) WHERE id IS NOT NULL
$$;
CREATE FUNCTION pg_temp.heir(name text, relationship text, share numeric) RETURNS text LANGUAGE sql AS $$
  SELECT format('{"name":%s,"relationship":%s,"share_percent":%s}', to_json(name), pg_temp.as_json(relationship), trim_scale(share))
$$;
CREATE FUNCTION pg_temp.share_link(id text, label text, created timestamptz, expires timestamptz, revoked timestamptz)
RETURNS text LANGUAGE sql AS $$
  SELECT format('{"id":%s,"label":%s,"created_at":%s,"expires_at":%s,"revoked_at":%s}', to_json(id), to_json(label),
                to_json(pg_temp.as_instant(created)), pg_temp.as_json(pg_temp.as_instant(expires)),
                pg_temp.as_json(pg_temp.as_instant(revoked)))
$$;
CREATE FUNCTION pg_temp.scan(at timestamptz, method text, result text) RETURNS text LANGUAGE sql AS $$
  SELECT format('{"scanned_at":"%s","method":%s,"result":%s}', pg_temp.as_instant(at), to_json(method), to_json(result))
$$;
CREATE FUNCTION pg_temp.detail(description text, notes text, seller text, location text) RETURNS text LANGUAGE sql AS $$
  SELECT format('{"description":%s,"notes":%s,"seller":%s,"storage_location":%s}', pg_temp.as_json(description),
                pg_temp.as_json(notes), pg_temp.as_json(seller), pg_temp.as_json(location))
$$;
-- Only strings of jsonb have other spaces than those that separate.
CREATE FUNCTION pg_temp.category_detail(category category, detail jsonb) RETURNS text LANGUAGE sql AS $$
  SELECT '{"type":"' || category || '",' || substr(regexp_replace(detail::text, '("(?:[^"\\]|\\.)*")| ', '\1', 'g'), 2)
$$;
CREATE FUNCTION pg_temp.estate(heirs text[], links text[], score int, gaps text[]) RETURNS text LANGUAGE sql AS $$
  SELECT format('{"heirs":%s,"share_links":%s,"readiness":{"score":%s,"gaps":%s}}', pg_temp.as_list(heirs),
                pg_temp.as_list(links), pg_temp.as_json(score), to_json(gaps))
$$;
CREATE FUNCTION pg_temp.verification(status text, risk int, tamper text, scans text[]) RETURNS text LANGUAGE sql AS $$
  SELECT format('{"status":%s,"risk_score":%s,"tamper_state":%s,"scan_count":%s,"scans":%s}', pg_temp.as_json(status),
                pg_temp.as_json(risk), pg_temp.as_json(tamper), coalesce(cardinality(scans), 0), pg_temp.as_list(scans[1:10]))
$$;

CREATE TEMP TABLE category_details (number int, category category, code text, detail jsonb);
INSERT INTO category_details VALUES
  (0, 'precious_metals', 'PM', '{"metal":"gold","form":"bar","purity":"0.9999","gross_weight_g":"100","mint":"Valcambi"}'),
  (1, 'watches', 'WT', '{"brand":"Longines","model":"Conquest","reference":"L3.830","year":2019,"movement":"automatic","box":true,"papers":true}'),
  (2, 'jewelry', 'JW', '{"kind":"ring","metal":"platinum","purity":"0.95","stones":[{"stone":"diamond","carat":"1.2","cut":"round","color":"F","clarity":"VS1"}]}'),
  (3, 'gemstones', 'GM', '{"stone":"sapphire","carat":"3.4","cut":"oval","certification":{"lab":"GIA","number":"1234567"}}'),
  (4, 'art', 'AR', '{"creators":["Unknown master"],"date":"c. 1870","medium":"oil on canvas","dimensions":"60 x 80 cm","signed":false}'),
  (5, 'antiques', 'AN', '{"maker":"Unknown","period":"Georgian","origin":"England","material":"mahogany"}'),
  (6, 'coins', 'CN', '{"country":"Austria","denomination":"1 Ducat","year":1915,"metal":"gold","grade":"MS64"}'),
  (7, 'wine', 'WN', '{"producer":"Château","vintage":"2009","region":"Bordeaux","bottle_size_ml":750,"bottles":12}'),
  (8, 'vehicles', 'VH', '{"make":"Alfa Romeo","model":"Giulia","year":1967,"mileage_km":84000,"engine":"1.6 l"}'),
  (9, 'books', 'BK', '{"author":"Anonymous","publisher":"Press","year":1811,"edition":"first","language":"en"}'),
  (10, 'musical_instruments', 'MI', '{"maker":"Workshop","model":"Violin","year":1890,"serial_number":"77"}'),
  (11, 'fashion', 'FS', '{"brand":"House","model":"Bag","size":"30","material":"leather","year":2015}'),
  (12, 'collectibles', 'CL', '{"maker":"Works","series":"Trains","year":1956,"grade":"C8"}'),
  (13, 'real_estate', 'RE', '{"address":"1 Main Street","country":"AT","area_m2":"120","year_built":1972,"tenure":"freehold"}'),
  (14, 'other', 'OT', '{"attributes":{"colour":"blue","origin":"unknown"}}');
