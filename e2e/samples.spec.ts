/** Each sample is run from the page, and the screen shows what the contract requires. */
import { expect, test } from "./workbench";

const MODEL = "model · scripted";

test("the first visit opens the first sample, ready to run with no key", { tag: "@smoke" }, async ({
  bench,
  request,
}) => {
  const { items } = await (await request.get("/api/workspaces")).json();
  for (const { id } of items) await request.delete(`/api/workspaces/${id}`);
  await bench.open();
  await expect(bench.workspaceName()).toHaveText("Weather tool");
  await expect(bench.saveState()).toHaveText("Not stored");
  await expect(bench.message()).toHaveValue("What's the weather in San Francisco, and in Lisbon?");
  await expect(bench.toolNames()).toHaveText(["get_weather"]);
  await expect(bench.toolRow("get_weather")).toHaveAttribute("data-status", "ok");
  await expect(bench.runButton()).toBeEnabled();
  await expect(bench.inspector()).toContainText("Nothing selected");
});

test("weather: a valid call is answered, another one fails by the tool itself", { tag: "@smoke" }, async ({
  bench,
}) => {
  await bench.play("Weather tool");
  await expect(bench.sessionStatus()).toContainText("Turn 1 done in");
  await expect(bench.waits()).toHaveText("Waiting for a message");
  await expect
    .poll(bench.outline)
    .toEqual([
      "turn Turn 1",
      `model ${MODEL}`,
      "call get_weather",
      `model ${MODEL}`,
      "call get_weather",
      `model ${MODEL}`,
    ]);

  const [good, bad] = [bench.row("get_weather", 0), bench.row("get_weather", 1)];
  await expect(good.verdict()).toHaveText("valid");
  await good.expectStatus("completed");
  await expect(good.text()).toHaveText("It's foggy in San Francisco.");
  await expect(bad.verdict()).toHaveText("valid");
  await bad.expectStatus("failed");
  await expect(bad.text()).toHaveText("No forecast for Lisbon.");

  // The run was started here, so the failed call is open already and shows its reason.
  await expect(bad.root).toHaveAttribute("aria-selected", "true");
  await expect(bench.tab("result")).toHaveAttribute("aria-selected", "true");
  expect(await bench.code("call-error")).toBe("No forecast for Lisbon.");

  await bench.inspect(good, "call");
  await expect(bench.verdict()).toHaveText("valid");
  expect(await bench.code("arguments-text")).toBe('{"city": "San Francisco"}');
  await bench.expectMarks("arguments", []);
  await expect(bench.step("proposed")).toContainText("nothing");
  await bench.show("decision");
  await expect(bench.card("decision-outcome")).toHaveText("own answer");
  await expect(bench.card("decision")).toContainText("The engine proposed nothing.");
  await expect(bench.card("returned")).toContainText('"type": "tool.result"');
  await bench.show("result");
  expect(await bench.code("model-read")).toBe("It's foggy in San Francisco.");

  await bench.inspect(bad, "result");
  expect(await bench.code("call-error")).toBe("No forecast for Lisbon.");
  expect(await bench.code("model-read")).toBe("No forecast for Lisbon.");

  await bench.inspect(bench.rowOf("model", 2), "model");
  await expect(bench.card("message")).toHaveCount(5);
  await expect(bench.requestMessage(0)).toHaveAttribute("data-role", "user");
  await expect(bench.requestMessage(1)).toHaveAttribute("data-role", "assistant");
  await expect(bench.requestMessage(2)).toHaveAttribute("data-role", "tool");
  await expect(bench.requestMessage(2)).toContainText("It's foggy in San Francisco.");
  await expect(bench.requestMessage(4)).toContainText("No forecast for Lisbon.");
  await expect(bench.card("answer")).toContainText("San Francisco is foggy right now.");
  await bench.show("raw");
  await expect(bench.card("raw")).toContainText('"type": "llm.call.requested"');

  await bench.inspect(bench.rowOf("turn"), "about");
  await expect(bench.card("turn-outcome")).toContainText("done");
  await expect(bench.card("turn-data")).toContainText("I have no forecast for Lisbon, sorry.");
});

test("gallery: every fault is marked where it stands, and the cut answer interrupts", {
  tag: "@smoke",
}, async ({ bench }) => {
  await bench.open();
  await bench.openSample("Gallery of arguments");
  await expect(bench.uncheckedStrip()).toContainText("Calls to convert_currency will go through unchecked");
  await expect(bench.toolRow("convert_currency")).toHaveAttribute("data-status", "unusable");
  await bench.run();
  await bench.expectStatus("interrupted");
  await expect(bench.waits()).toContainText("Waiting for a resume");

  const calls = ["invalid", "malformed", "valid", "unknown tool", "schema unusable"];
  for (const [n, word] of calls.entries()) await expect(bench.rowOf("call", n).verdict()).toHaveText(word);
  await expect(bench.rowOf("call", 5).root).toHaveCount(0);

  // Four findings in one text; the model reads the first three (D13).
  await bench.inspect(bench.rowOf("call", 0), "call");
  await bench.expectMarks("arguments", ['"San Francisco"', '"October 2nd"', '"2"', '"class"']);
  await expect(bench.findings()).toHaveText([
    /from must match the pattern/,
    /date must match the pattern/,
    /passengers must be an integer, got the string "2"/,
    /class is not a known member/,
  ]);
  await bench.expectMarks("arguments-schema", [
    '"pattern": "^[A-Z]{3}$"',
    '"pattern": "^\\\\d{4}-\\\\d{2}-\\\\d{2}$"',
    '"type": "integer"',
  ]);
  await bench.pressFinding(3);
  await expect(bench.activeMark("arguments")).toHaveText(['"class"']);
  await bench.expectActive("arguments-schema", '"additionalProperties": false');
  await expect(bench.step("checked")).toContainText("4 findings");
  await expect(bench.rowOf("call", 0).chip("proposal")).toHaveText("proposal taken");
  await bench.show("decision");
  await expect(bench.card("decision-outcome")).toHaveText("proposal taken");
  await expect(bench.card("returned")).toContainText("same as proposed");
  await bench.show("result");
  const read = await bench.code("model-read");
  expect(read).toMatch(/^invalid tool arguments: \/from: /);
  expect(read).toContain("/passengers: ");
  expect(read).not.toContain("class");

  // A trailing comma: the position of the syntax error and the reason in words.
  await bench.inspect(bench.rowOf("call", 1), "call");
  await bench.expectMarks("arguments", [","]);
  await expect(bench.findings()).toHaveText([/trailing comma before }/]);
  await expect(bench.findings()).toContainText("line 1, column 67");
  await expect(bench.step("parsed")).toContainText("not JSON");

  await bench.inspect(bench.rowOf("call", 2), "result");
  await expect(bench.card("result")).toContainText("read as JSON");
  await expect(bench.card("model-read")).toContainText('{"booking":"K7QX2M","price_usd":1840}');

  await bench.inspect(bench.rowOf("call", 3), "result");
  expect(await bench.code("model-read")).toBe("unknown tool: get_exchange_rate");

  // An unusable schema lets everything through, and the call says so (D7).
  await bench.inspect(bench.rowOf("call", 4), "call");
  await expect(bench.verdict()).toHaveText("schema unusable");
  await expect(bench.card("check-reason")).toContainText("exclusiveMinimum");
  await bench.show("decision");
  await expect(bench.card("trigger")).toContainText('"status": "valid"');
  await bench.show("result");
  await expect(bench.card("model-read")).toContainText('{"amount":1564,"currency":"EUR"}');

  // Calls of a reply that was cut off are not run (D27).
  const cut = bench.rowOf("model", 5);
  await expect(cut.chip("cut")).toHaveText("cut off");
  await bench.inspect(cut, "model");
  await expect(bench.card("answer")).toContainText("Cut off at the length limit: its calls were not run.");
  await expect(bench.card("answer-call").first()).toContainText(
    '{"from": "HND", "to": "SFO", "date": "2026-10-0',
  );
  await expect(bench.row("interrupted").root).toBeVisible();

  // After the resume the model is asked again. Its list of answers has run out, which the page reports without a
  // crash.
  await bench.resume();
  await expect(bench.row("resumed").root).toBeVisible();
  await bench.rowOf("model", 6).expectStatus("failed");
  await expect(bench.rowOf("model", 6).text()).toContainText(
    "The script has 6 answers and this is model call 7",
  );
});

test("retries: waits, limits and the late result are all on record", { tag: "@smoke" }, async ({ bench }) => {
  await bench.open();
  await bench.openSample("Retries and timeouts");
  await bench.run();
  await expect(bench.waits()).toContainText(
    /Waiting for the wait before attempt \d of \d+ of (\w|the model call)/,
  );
  await bench.expectStatus("idle");

  const model = bench.rowOf("model", 0);
  await expect(model.chip("attempt")).toHaveText("2 of 3");
  const invoices = bench.row("fetch_invoices");
  await expect(invoices.verdict()).toHaveText("valid");
  await expect(invoices.chip("attempt")).toHaveText("3 of 3");
  await expect(invoices.segments("wait")).toHaveCount(2);
  await expect(invoices.segments("run")).toHaveCount(3);
  await invoices.expectStatus("completed");
  const archive = bench.row("search_archive");
  await expect(archive.chip("attempt")).toHaveText("2 of 2");
  await expect(archive.chip("late")).toHaveText("1 refusal");
  await expect(archive.text()).toHaveText("97 receipts");
  const ledger = bench.row("export_ledger");
  await ledger.expectStatus("failed");
  await expect(ledger.text()).toContainText("deadline exceeded (total limit 1.2 s, set by tool)");
  const late = bench.row("result refused");
  await expect(late.root).toHaveAttribute("data-status", "refused");

  await bench.inspect(invoices, "attempts");
  await expect(bench.card("attempt")).toHaveCount(3);
  await expect(bench.attempt(0)).toContainText("Attempt 1 of 3");
  await expect(bench.attempt(0)).toContainText("503: the invoice service is busy.");
  await expect(bench.attempt(0)).toContainText("waits 400 ms");
  await expect(bench.attempt(1)).toContainText("waits 400 ms");
  await expect(bench.attempt(2)).toContainText("completed");
  await expect(bench.policyRow("max_attempts")).toHaveText(["3", "tool"]);
  await expect(bench.policyRow("backoff_max_secs")).toHaveText(["0.4 s", "tool"]);
  await expect(bench.policyRow("attempt_timeout_secs")).toHaveText(["120 s", "engine default"]);
  await expect(bench.policyRow("total_timeout_secs")).toHaveText(["600 s", "engine default"]);

  await bench.inspect(model, "attempts");
  await expect(bench.attempt(0)).toContainText("529: the provider is overloaded.");
  await expect(bench.policyRow("max_attempts")).toHaveText(["3", "agent llm"]);
  await expect(bench.policyRow("total_timeout_secs")).toHaveText(["1800 s", "engine default"]);

  await bench.inspect(archive, "attempts");
  await expect(bench.attempt(0)).toContainText("deadline exceeded (attempt limit 0.5 s, set by tool)");
  await bench.show("result");
  expect(await bench.code("model-read")).toBe("97 receipts");
  await bench.inspect(late, "about");
  await expect(bench.card("refused-text")).toContainText("96 receipts (from the slow replica)");

  await bench.inspect(ledger, "result");
  await expect(bench.card("model-read")).toContainText("deadline exceeded");
});

test("outputs: a result that breaks its promise never reaches the model", { tag: "@smoke" }, async ({
  bench,
}) => {
  await bench.play("Results that break their promise");
  const rejected = ["read_temperature", "read_humidity", "read_label"];
  await bench.row("read_light").expectStatus("completed");
  for (const name of rejected) {
    await bench.row(name).expectStatus("rejected");
    await expect(bench.row(name).chip("output")).toHaveText("output rejected");
    await expect(bench.row(name).verdict()).toHaveText("valid");
  }

  await bench.inspect(bench.row("read_light"), "result");
  await expect(bench.card("result")).toContainText("read as JSON");
  await bench.expectMarks("result", []);
  await expect(bench.card("model-read")).toContainText('{"lux":5400}');

  await bench.inspect(bench.row("read_temperature"), "result");
  await expect(bench.card("output-rejected")).toContainText("The engine rejected this result");
  await expect(bench.card("returned-value")).toContainText('"temp_c": "21.5"');
  await bench.expectMarks("result", ['"21.5"']);
  await bench.expectMarks("result-schema", ['"type": "number"']);
  await expect(bench.findings()).toHaveText([/temp_c must be a number, got the string "21.5"/]);
  expect(await bench.code("model-read")).toMatch(/^tool output violated its declared schema: \/temp_c: /);

  await bench.inspect(bench.row("read_humidity"), "result");
  await expect(bench.card("result")).toContainText("read as text");
  await expect(bench.findings()).toHaveText([/must be an object/]);
  await bench.expectMarks("result-schema", ['"type": "object"']);
  await expect(bench.card("model-read")).not.toContainText("61 %");

  // The text 42 is JSON, a number, and breaks "type": "string" (D16).
  await bench.inspect(bench.row("read_label"), "result");
  await expect(bench.card("result")).toContainText("read as JSON");
  await bench.expectMarks("result", ["42"]);
  await expect(bench.findings()).toHaveText([/must be a string, got the number 42/]);

  await bench.inspect(bench.rowOf("model", 4), "model");
  await expect(bench.card("request")).not.toContainText("Humidity is 61 %");
  await expect(bench.card("answer")).toContainText("5,400 lux on the roof");
});

test("siblings: five calls run side by side and the model is asked again once", { tag: "@smoke" }, async ({
  bench,
}) => {
  await bench.play("Five calls at once");
  await expect(bench.sessionStatus()).toContainText("Turn 1 done in");
  await expect
    .poll(bench.outline)
    .toEqual(["turn Turn 1", `model ${MODEL}`, ...Array(5).fill("call get_quote"), `model ${MODEL}`]);
  const statuses = ["completed", "failed", "completed", "completed", "completed"];
  for (const [n, status] of statuses.entries()) {
    await bench.rowOf("call", n).expectStatus(status);
    await expect(bench.rowOf("call", n).verdict()).toHaveText("valid");
  }
  await expect(bench.rowOf("call", 1).text()).toHaveText("Brightwater is closed until Monday.");

  // Tool messages are in the order in which the calls settled (D25): 200, 300, 450, 900, 1400 ms.
  await bench.inspect(bench.rowOf("model", 1), "model");
  await expect(bench.card("request")).toContainText("7 messages");
  const order = ["closed until Monday", "1210", "1120", "1085", "998"];
  const shown = (await bench.card("message").count()) - order.length;
  for (const [n, text] of order.entries()) {
    await expect(bench.requestMessage(shown + n)).toHaveAttribute("data-role", "tool");
    await expect(bench.requestMessage(shown + n)).toContainText(text);
  }
});

test("person: both calls wait until someone answers, then the session goes on", { tag: "@smoke" }, async ({
  bench,
}) => {
  await bench.play("Waiting for a person", "waiting");
  await expect(bench.waits()).toContainText(
    "Waiting for a person: approve_refund is open, 0 of 2 siblings settled",
  );
  await expect(bench.waits()).toContainText("Waiting for the client: choose_account is open");
  const [refund, account] = [bench.row("approve_refund"), bench.row("choose_account")];
  await refund.expectStatus("waiting");
  await expect(refund.text()).toHaveText("waits for a person");
  await expect(account.text()).toHaveText("waits for the client");
  await expect(refund.segments("ask")).toHaveCount(1);

  // A result is checked as it is typed.
  await bench.inspect(refund);
  await expect(bench.answerSend()).toHaveAttribute("aria-disabled", "true");
  await bench.typeAnswer("JSON", '{"approved": "yes"}');
  await expect(bench.answerVerdict()).toHaveText("invalid");
  await expect(bench.answerForm()).toContainText('approved must be true or false, got the string "yes"');
  await bench.typeAnswer("JSON", '{"approved": true, "note": "sent back"}');
  await expect(bench.answerVerdict()).toHaveText("valid");
  await bench.answerSend().click();
  await refund.expectStatus("completed");
  await expect(refund.chip("by")).toHaveText("by person");
  await expect(bench.waits()).toContainText("choose_account is open, 1 of 2 siblings settled");
  await bench.expectStatus("waiting");

  await bench.inspect(account);
  await bench.typeAnswer("Error", "The customer closed the dialog.");
  await bench.answerSend().click();
  await account.expectStatus("failed");
  await expect(account.chip("by")).toHaveText("by client");
  await bench.expectStatus("idle");
  await expect(bench.sessionStatus()).toContainText("Turn 1 done in");
  await bench.show("decision");
  await expect(bench.inspector()).toContainText("tool.finished");

  await bench.inspect(bench.rowOf("model", 2), "model");
  await expect(bench.card("request")).toContainText('{"approved":true,"note":"sent back"}');
  await expect(bench.card("request")).toContainText("The customer closed the dialog.");
});

test("worker: what the script does otherwise than proposed is shown beside the proposal", {
  tag: "@smoke",
}, async ({ bench }) => {
  await bench.play("A worker that decides");
  const note = "Note from the worker: lunch is at 12:30 today.";

  await bench.inspect(bench.row("client.messages"), "decision");
  await expect(bench.card("decision-outcome")).toHaveText("own answer");
  await expect(bench.card("diff")).toContainText(note);

  const lunch = bench.row("order_lunch");
  await expect(lunch.verdict()).toHaveText("invalid");
  await lunch.expectStatus("completed");
  await expect(lunch.chip("proposal")).toHaveText("proposal overridden");
  await bench.inspect(lunch, "call");
  await bench.expectMarks("arguments", ['"6"']);
  await bench.expectMarks("arguments-schema", ['"type": "integer"']);
  await expect(bench.findings()).toHaveText([/people must be an integer, got the string "6"/]);
  await bench.show("decision");
  await expect(bench.card("decision-outcome")).toHaveText("own answer");
  await expect(bench.diffLine("/actions/0/type")).toHaveAttribute("data-kind", "changed");
  await expect(bench.diffLine("/actions/0/type").locator("td")).toHaveText([/"tool.error"/, /"tool.result"/]);
  await expect(bench.card("console")).toContainText('people came as "6": read as 6');
  await bench.show("result");
  await expect(bench.card("model-read")).toContainText('{"order":"L-204","price_usd":84}');

  const courier = bench.row("track_courier");
  await expect(courier.chip("attempt")).toHaveText("2 of 3");
  await bench.inspect(courier, "attempts");
  await expect(bench.attempt(0)).toContainText("waits 500 ms");
  await expect(bench.policyRow("max_attempts")).toHaveText(["3", "action"]);
  await expect(bench.policyRow("backoff_max_secs")).toHaveText(["0.5 s", "action"]);

  const cancel = bench.row("cancel_all_orders");
  await cancel.expectStatus("failed");
  await bench.inspect(cancel, "result");
  expect(await bench.code("model-read")).toBe("This assistant may not cancel orders. Ask the kitchen.");

  await bench.inspect(bench.rowOf("model", 0), "model");
  await expect(bench.card("request")).toContainText(note);
});

test("the samples on the menu are the files that are served", { tag: "@smoke" }, async ({
  bench,
  request,
}) => {
  const { items } = await (await request.get("/samples/index.json")).json();
  await bench.open();
  for (const { file, name, about } of items) {
    await bench.openSample(name);
    await expect(bench.about(about)).toBeVisible();
    await expect(bench.message()).toHaveValue((await (await request.get(`/samples/${file}`)).json()).message);
  }
});
