/** Injected faults, as a person sets them. */
import type { Workbench } from "./workbench";

/** Opens the dialog with a new rule for the tool, begun from the tool's menu. */
export async function beginToolFault(bench: Workbench, tool: string): Promise<void> {
  await bench.toolRow(tool).getByTestId("tool-menu").click();
  await bench.page.getByTestId("tool-faults").click();
}

/** Opens the weather sample with a new rule for its tool: the first attempt fails and can be retried. */
export async function openWeatherWithFault(bench: Workbench): Promise<void> {
  await bench.open();
  await bench.openSample("Weather tool");
  await beginToolFault(bench, "get_weather");
  await bench.page.getByTestId("fault-done").click();
  await bench.page.keyboard.press("Escape");
}
