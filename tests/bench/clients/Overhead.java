import dev.referee.client.RefereeClient;
import dev.referee.client.Table;
import dev.referee.v1.EvaluateHandRequest;
import dev.referee.v1.RefereeServiceGrpc;
import dev.referee.v1.RuleSetSelector;
import dev.referee.v1.TableSetup;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import java.util.List;

/**
 * What the Java client adds to the stub that gRPC makes: {@code Overhead ADDRESS ROUNDS CALLS},
 * lines as overhead.py prints them.
 */
public final class Overhead {
  private static final List<String> HAND = List.of("7o", "7c", "7e", "1o", "2o", "3o", "12b");

  public static void main(String[] arguments) {
    int rounds = Integer.parseInt(arguments[1]);
    int calls = Integer.parseInt(arguments[2]);
    ManagedChannel channel = ManagedChannelBuilder.forTarget(arguments[0]).usePlaintext().build();
    var stub = RefereeServiceGrpc.newBlockingStub(channel);
    var named = RuleSetSelector.newBuilder().setName("spanish-40");
    var setup = TableSetup.newBuilder().setRuleSet(named);
    var request = EvaluateHandRequest.newBuilder().setTable(setup).addAllCards(HAND).build();
    try (RefereeClient client = RefereeClient.connect(arguments[0])) {
      Table table = Table.of("spanish-40");
      for (int round = -20; round < rounds; round++) { // the first warm up
        double bare = microseconds(() -> stub.evaluateHand(request), calls);
        double ours = microseconds(() -> client.evaluateHand(table, HAND), calls);
        if (round >= 0) {
          System.out.println(bare + " " + ours);
        }
      }
    }
    channel.shutdownNow();
  }

  private static double microseconds(Runnable ask, int calls) {
    long began = System.nanoTime();
    for (int number = 0; number < calls; number++) {
      ask.run();
    }
    return (System.nanoTime() - began) / 1e3 / calls;
  }
}
