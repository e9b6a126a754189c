import { startKinora, type Environment, type EnvironmentOptions } from "../e2e/environment.ts";
import { makeProject, type PipelineProject } from "../e2e/pipeline-project.ts";

/** The whole product in a folder of its own, with one project and a key that may do everything in it. */
export interface Product {
  kinora: Environment;
  project: PipelineProject;
}

/** Starts the product on free ports and loopback; it ends, and its folder goes, with `cleanUp`. */
export async function startProduct(cleanUp: AsyncDisposableStack, options: EnvironmentOptions = {}): Promise<Product> {
  const kinora = await startKinora(options);
  cleanUp.defer(() => kinora.stop());
  const project = await makeProject(kinora);
  cleanUp.defer(() => project.db.destroy());
  return { kinora, project };
}
