-- Sends the requests of a file in turn, counts the answers that are no 200 or not of the length
-- that all must have, and ends with one line of JSON.

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  requests, sent, wrong, length = {}, 0, 0, tonumber(args[2])
  local file = assert(io.open(args[1], 'rb'))
  for each in file:read('*a'):gmatch('[^%z]+') do
    requests[#requests + 1] = each
  end
  file:close()
end

function request()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end

function response(status, headers, body)
  if status ~= 200 or (length > 0 and #body ~= length) then
    wrong = wrong + 1
  end
end

function done(summary, latency, requests)
  local bad = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  for _, thread in ipairs(threads) do
    bad = bad + thread:get('wrong')
  end
  print('')
  print(string.format('{"answers":%d,"seconds":%f,"wrong":%d,"p50":%f,"p99":%f}', summary.requests,
    summary.duration / 1e6, bad, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
